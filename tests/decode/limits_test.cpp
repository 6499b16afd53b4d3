// Limits of the decoder, on both sides: nesting, memory, size, findings.
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

#include "base/text.hpp"
#include "support/decoded.hpp"
#include "support/models.hpp"
#include "support/protobuf.hpp"

using namespace assay;
using namespace assay::testing;
using enum ElementType;

namespace {

Policy with_depth(std::uint32_t depth) {
  return with_limit(&Limits::depth, depth);
}

// Messages of that kind, each in the one before it, `depth` of them below the root.
Message nested(MessageId id, std::string_view field, std::uint32_t depth) {
  Message out(id);
  for (std::uint32_t i = 0; i < depth; ++i) {
    out = Message(id).set(field, out);
  }
  return out;
}

// Sequences of maps of sequences: two messages a step.
Message nested_maps(std::uint32_t steps) {
  Message out = sequence();
  for (std::uint32_t i = 0; i < steps; ++i) {
    out = sequence().set("map_values", map().set("values", out));
  }
  return out;
}

// Types of sequences of types: two messages a step.
Message nested_types(std::uint32_t steps) {
  Message out = type();
  for (std::uint32_t i = 0; i < steps; ++i) {
    out = type().set("sequence_type", Message(MessageId::type_sequence).set("elem_type", out));
  }
  return out;
}

// Subgraphs: three messages a step, below the graph, which is one below the model.
Message nested_graphs(std::uint32_t steps) {
  Message out = graph();
  for (std::uint32_t i = 0; i < steps; ++i) {
    out = graph().set("node", node().set("attribute", attribute().set("g", out)));
  }
  return model().set("graph", out);
}

// Groups in an unknown field.
Message nested_groups(std::uint32_t depth) {
  Message out = tensor();
  for (std::uint32_t i = 0; i < depth; ++i) {
    out.tag(99, 3);
  }
  for (std::uint32_t i = 0; i < depth; ++i) {
    out.tag(99, 4);
  }
  return out;
}

bool within_depth(const Message& message, const Policy& policy) {
  const Decoded decoded(message, policy);
  if (!decoded.report.accepted()) {
    BOOST_TEST(brief(decoded.report).find("error limit/depth") != std::string::npos);
  }
  return decoded.report.accepted();
}

std::uint64_t resident_bytes() {
  std::uint64_t pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r"); file != nullptr) {
    unsigned long long size = 0;
    unsigned long long resident = 0;
    if (std::fscanf(file, "%llu %llu", &size, &resident) == 2) {
      pages = resident;
    }
    std::fclose(file);
  }
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// A file of that size, all zeros but for its beginning, none of which is in memory or on disk.
class SparseFile {
 public:
  SparseFile(const std::string& beginning, std::uint64_t size) : size_(size) {
    std::FILE* file = std::tmpfile();
    if (file != nullptr && std::fwrite(beginning.data(), 1, beginning.size(), file) != 0 &&
        std::fflush(file) == 0 && ftruncate(fileno(file), static_cast<off_t>(size)) == 0) {
      at_ = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fileno(file), 0);
    }
    if (file != nullptr) {
      std::fclose(file);
    }
  }
  ~SparseFile() {
    if (is_open()) {
      munmap(at_, size_);
    }
  }
  SparseFile(const SparseFile&) = delete;
  SparseFile& operator=(const SparseFile&) = delete;

  bool is_open() const { return at_ != MAP_FAILED; }
  Bytes bytes() const { return {static_cast<const std::byte*>(at_), size_}; }

 private:
  std::uint64_t size_;
  void* at_ = MAP_FAILED;
};

// The beginning of a UINT8 tensor whose file has `size` bytes in all.
std::string tensor_of_size(std::uint64_t size) {
  // Tag and length of raw_data take six bytes, the tags of dims and data_type and the latter's
  // value three, the dim five: 14 in all for sizes from 2^28 to 2^35.
  const auto payload = static_cast<std::int64_t>(size - 14);
  Message out = tensor().set("dims", payload).set("data_type", uint8);
  out.tag("raw_data", WireType::length_delimited).varint(static_cast<std::uint64_t>(payload));
  return out.text();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(limits)

BOOST_AUTO_TEST_CASE(a_hundred_messages_below_the_root_are_read_and_no_more) {
  for (const Policy& policy : {Policy::strict(), Policy::compat()}) {
    BOOST_TEST(within_depth(nested(MessageId::sequence, "sequence_values", 100), policy));
    BOOST_TEST(!within_depth(nested(MessageId::sequence, "sequence_values", 101), policy));
    BOOST_TEST(within_depth(nested(MessageId::optional, "optional_value", 100), policy));
    BOOST_TEST(!within_depth(nested(MessageId::optional, "optional_value", 101), policy));
    BOOST_TEST(within_depth(nested_maps(50), policy));
    BOOST_TEST(!within_depth(nested_maps(51), policy));
    BOOST_TEST(within_depth(nested_types(50), policy));
    BOOST_TEST(!within_depth(nested_types(51), policy));
    BOOST_TEST(within_depth(nested_graphs(33), policy));
    BOOST_TEST(!within_depth(nested_graphs(34), policy));
  }
}

BOOST_AUTO_TEST_CASE(the_default_depth_is_that_of_libprotobuf) {
  for (const std::uint32_t depth : {100u, 101u}) {
    const Message message = nested(MessageId::sequence, "sequence_values", depth);
    BOOST_TEST((parse(message.id(), message.view()) != nullptr) == (depth == 100));
  }
  for (const std::uint32_t steps : {33u, 34u}) {
    const Message message = nested_graphs(steps);
    BOOST_TEST((parse(message.id(), message.view()) != nullptr) == (steps == 33));
  }
}

BOOST_AUTO_TEST_CASE(groups_count_as_messages_where_they_are_let_pass) {
  for (const std::uint32_t depth : {1u, 99u, 100u, 101u}) {
    const Message message = nested_groups(depth);
    BOOST_TEST(within_depth(message, Policy::compat()) == (depth <= 100));
    BOOST_TEST((parse(message.id(), message.view()) != nullptr) == (depth <= 100));
    const Message deeper = sequence().set("tensor_values", message);
    BOOST_TEST(within_depth(deeper, Policy::compat()) == (depth <= 99));
    BOOST_TEST((parse(deeper.id(), deeper.view()) != nullptr) == (depth <= 99));
  }
}

BOOST_AUTO_TEST_CASE(the_depth_is_that_of_the_policy_up_to_its_largest) {
  const auto sequences = [](std::uint32_t depth) {
    return nested(MessageId::sequence, "sequence_values", depth);
  };
  for (const std::uint32_t limit : {0u, 1u, 7u, 500u, Limits::kMaxDepth}) {
    BOOST_TEST(within_depth(sequences(limit), with_depth(limit)));
    BOOST_TEST(!within_depth(sequences(limit + 1), with_depth(limit)));
  }
  BOOST_TEST(!within_depth(sequences(Limits::kMaxDepth + 1), with_depth(Limits::kMaxDepth + 1)));
  BOOST_TEST(!within_depth(sequences(Limits::kMaxDepth + 1), with_depth(0xffffffff)));
}

// The rules recurse where the decoder does not.
BOOST_AUTO_TEST_CASE(files_as_deep_as_any_policy_allows_are_judged) {
  Message deep = sequence().set("elem_type", 1);
  Message optionals = optional();
  Message graphs = graph_of(identity());
  for (std::uint32_t i = 0; i < Limits::kMaxDepth; ++i) {
    deep = sequence().set("elem_type", 3).set("sequence_values", deep);
    optionals = optional().set("elem_type", 5).set("optional_value", optionals);
  }
  for (std::uint32_t i = 0; i < (Limits::kMaxDepth - 1) / 3; ++i) {
    graphs = graph_of(identity(attribute().set("name", "g").set("type", 5).set("g", graphs)));
  }
  const Policy policy = with_depth(Limits::kMaxDepth);
  BOOST_TEST(findings_of(deep, policy) == "");
  BOOST_TEST(findings_of(optionals, policy) == "");
  BOOST_TEST(findings_of(model_of(graphs), policy) != "");  // the inner names hide the outer ones
}

BOOST_AUTO_TEST_CASE(only_the_first_message_beyond_the_depth_is_reported) {
  Message leaf = sequence();
  leaf.set("sequence_values", sequence()).set("sequence_values", sequence());
  const Message message = sequence().set("sequence_values", leaf).set("sequence_values", leaf);
  BOOST_TEST(brief(Decoded(message, with_depth(1)).report) ==
             "error limit/depth sequence_values[0].sequence_values[0] @2+2\n"
             "error limit/depth sequence_values[1].sequence_values[0] @8+2");
}

BOOST_AUTO_TEST_CASE(a_million_empty_messages_do_not_outgrow_the_budget) {
  Message message = graph();
  for (int i = 0; i < 1'000'000; ++i) {
    message.bytes(hex({0x0a, 0x00}));
  }
  const Policy policy;
  const std::uint64_t budget =
      policy.limits.memory_base + policy.limits.memory_per_byte * message.text().size();
  const std::uint64_t before = resident_bytes();
  const Decoded decoded(message, policy);
  const std::uint64_t after = resident_bytes();
  BOOST_REQUIRE(decoded.report.findings.size() == 1u);
  BOOST_TEST((decoded.report.findings[0].rule == Rule::limit_memory));
  BOOST_TEST(decoded.arena.used() <= budget);
  BOOST_TEST(after - std::min(after, before) <= budget);
  // With a budget that holds them they are read, every one.
  Policy generous;
  generous.limits.memory_per_byte = 128;
  const Decoded all(message, generous);
  BOOST_TEST(brief(all.report) == "");
  BOOST_TEST(all.as<decode::GraphRecord>().node.size == 1'000'000u);
}

BOOST_AUTO_TEST_CASE(a_budget_that_does_not_hold_the_root_is_a_finding) {
  Policy policy;
  policy.limits.memory_base = 0;
  policy.limits.memory_per_byte = 0;
  for (const Kind kind : kKinds) {
    const Message file = zero_tensor(float32, {1});
    BOOST_TEST(findings_of(file.view(), kind, policy) ==
               cat("error limit/memory @0+", file.text().size()));
  }
}

// From nothing up to what the file needs, every budget ends in a verdict, and only the last
// accepts.
BOOST_AUTO_TEST_CASE(every_budget_below_what_a_file_needs_is_refused) {
  Message file = sound_model();
  for (int i = 0; i < 40; ++i) {
    file.set("metadata_props", entry("key " + std::to_string(i), "value"));
  }
  Policy policy;
  policy.limits.memory_per_byte = 0;
  bool accepted = false;
  std::uint64_t needed = 0;
  for (std::uint64_t budget = 0; budget < 64 * 1024; budget += 8) {
    policy.limits.memory_base = budget;
    const Report report = check(file.view(), Kind::model, policy);
    if (accepted) {
      BOOST_REQUIRE(report.accepted());
    } else if (report.accepted()) {
      accepted = true;
      needed = budget;
    } else {
      bool limited = false;
      for (const Finding& finding : report.findings) {
        limited = limited || finding.rule == Rule::limit_memory;
      }
      BOOST_REQUIRE(limited);
    }
  }
  BOOST_TEST(accepted);
  BOOST_TEST(needed > 4096u);
}

BOOST_AUTO_TEST_CASE(findings_are_kept_up_to_the_limit_and_counted_beyond) {
  Message message = zero_tensor(float32, {1});
  for (int i = 0; i < 150; ++i) {
    message.tag(99, 0).varint(1);
  }
  for (const std::uint32_t limit : {0u, 1u, 100u, 149u, 150u, 151u}) {
    const Report report = check(message.view(), Kind::tensor, with_limit(&Limits::findings, limit));
    BOOST_TEST(report.errors == 150u);
    BOOST_TEST(report.findings.size() == std::min(limit, 150u));
    BOOST_TEST(report.more() == 150u - std::min(limit, 150u));
    BOOST_TEST(!report.accepted());
  }
}

BOOST_AUTO_TEST_CASE(a_file_of_the_largest_size_is_accepted_and_one_byte_more_is_not) {
  const Message file = zero_tensor(float32, {100});
  const std::uint64_t size = file.text().size();
  BOOST_TEST(findings_of(file, with_limit(&Limits::file_bytes, size)) == "");
  BOOST_TEST(findings_of(file, with_limit(&Limits::file_bytes, size - 1)) ==
             cat("error limit/file-bytes @0+", size));
  BOOST_TEST(findings_of(file, with_limit(&Limits::file_bytes, size + 1)) == "");
}

BOOST_AUTO_TEST_CASE(two_gibibytes_are_refused_by_a_limit_and_read_when_it_is_raised) {
  constexpr std::uint64_t k2GiB = std::uint64_t{1} << 31;
  for (const std::uint64_t size : {k2GiB - 1, k2GiB, k2GiB + 1, 2 * k2GiB + 1}) {
    const SparseFile file(tensor_of_size(size), size);
    BOOST_REQUIRE(file.is_open());
    const std::string refusal = size < k2GiB ? "" : cat("error limit/file-bytes @0+", size);
    BOOST_TEST(findings_of(file.bytes(), Kind::tensor) == refusal);
    BOOST_TEST(
        findings_of(file.bytes(), Kind::tensor, with_limit(&Limits::file_bytes, 4 * k2GiB)) == "");
  }
}

BOOST_AUTO_TEST_CASE(faults_beyond_two_gibibytes_are_where_they_are) {
  constexpr std::uint64_t k2GiB = std::uint64_t{1} << 31;
  const SparseFile file(tensor_of_size(k2GiB + 100), k2GiB + 101);
  BOOST_REQUIRE(file.is_open());
  BOOST_TEST(findings_of(file.bytes(), Kind::tensor, with_limit(&Limits::file_bytes, 2 * k2GiB)) ==
             cat("error wire/field-number-zero @", k2GiB + 100, "+1"));
  const SparseFile lying(tensor_of_size(k2GiB + 101), k2GiB + 100);
  BOOST_REQUIRE(lying.is_open());
  BOOST_TEST(findings_of(lying.bytes(), Kind::tensor, with_limit(&Limits::file_bytes, 2 * k2GiB)) ==
             cat("error wire/length-out-of-bounds raw_data @9+5"));
}

BOOST_AUTO_TEST_SUITE_END()
