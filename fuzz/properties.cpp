#include "properties.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <string_view>

#include "assay/digest.hpp"
#include "assay/model.hpp"
#include "assay/sparse_tensor.hpp"
#include "assay/values.hpp"

#include "allocation.hpp"
#include "base/checked.hpp"
#include "require.hpp"
#include "rules/document.hpp"
#include "schema/kind.hpp"
#include "share.hpp"
#include "steps.hpp"
#include "support/canonical.hpp"
#include "target.hpp"

#ifdef ASSAY_FUZZ_PROTOBUF
#include "protobuf/dynamic_schema.hpp"
#include "protobuf/reference_digest.hpp"
#endif

namespace assay::fuzz {
namespace {

std::string_view text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Tells contents apart well enough, and takes no memory.
class Mixer : public Sha256Hasher {
 public:
  void update(Bytes bytes) override {
    for (const std::byte byte : bytes) {
      state_ = (state_ ^ static_cast<std::uint8_t>(byte)) * kPrime % kModulus;
    }
  }
  Sha256 finish() override {
    Sha256 hash{};
    for (std::size_t i = 0; i < 8; ++i) {
      hash[i] = static_cast<std::byte>(state_ >> (8 * i) & 0xff);
    }
    state_ = 1;
    return hash;
  }

 private:
  static constexpr std::uint64_t kPrime = 1'000'003;
  static constexpr std::uint64_t kModulus = 4'294'967'291;  // so that no product wraps around
  std::uint64_t state_ = 1;
};

// Where there is nobody to compare hashes with, any will do.
#ifdef ASSAY_FUZZ_PROTOBUF
using DigestHasher = testing::Sha256Evp;
#else
using DigestHasher = Mixer;
#endif

// Reads the file, gives the report to `see`, and, when it is accepted, gives its digest.
template <class Hasher = DigestHasher, class See>
std::string read(Kind kind, Bytes input, const Policy& policy, const See& see) {
  std::string out;
  const auto digest = [&](const auto& read) {
    see(read.report());
    require(read.has_value() == read.report().accepted(), "a value exactly when accepted");
    if (read) {
      Hasher sha256;
      write_digest(*read, sha256, [&](std::string_view piece) { out += piece; });
    }
  };
  switch (kind) {
    case Kind::model:
      digest(Model::read(input, policy));
      break;
    case Kind::tensor:
      digest(read_tensor(input, policy));
      break;
    case Kind::sparse_tensor:
      digest(read_sparse_tensor(input, policy));
      break;
    case Kind::sequence:
      digest(read_sequence(input, policy));
      break;
    case Kind::optional:
      digest(read_optional(input, policy));
      break;
    case Kind::map:
      digest(read_map(input, policy));
      break;
  }
  return out;
}

// Long lists are judged in passing, where even one element counts as a long list.
Report judge_in_passing(Kind kind, Bytes input, const Policy& policy) {
  rules::Document document;
  return rules::read_document(input, kind, policy, nullptr, document, 1);
}

// Reports of an input in a hurry keep few findings: their texts take most of the time that a faulty
// file takes.
bool few_findings = false;

// Values in data files stay out of it.
Policy without_data_files(Profile profile, bool few) {
  Policy policy(profile);
  (void)policy.set_severity(Rule::external_no_folder, Severity::note);
  policy.limits.findings = few ? 8 : policy.limits.findings;
  return policy;
}

const Policy& policy_of(Profile profile) {
  static const Policy policies[2][2] = {
      {without_data_files(Profile::strict, false), without_data_files(Profile::strict, true)},
      {without_data_files(Profile::compat, false), without_data_files(Profile::compat, true)}};
  return policies[profile == Profile::strict ? 0 : 1][few_findings ? 1 : 0];
}

void check_libprotobuf([[maybe_unused]] Kind kind, [[maybe_unused]] Bytes input,
                       [[maybe_unused]] const std::string& digest) {
#ifdef ASSAY_FUZZ_PROTOBUF
  static testing::DynamicSchema schema;
  const auto message = schema.parse(schema::message_of(kind), std::string(text_of(input)));
  require(message != nullptr, "libprotobuf reads what is accepted");
  const std::string theirs = testing::reference_digest(kind_name(kind), *message);
  require(theirs == digest, "libprotobuf reads the same content", theirs + "\n" + digest);
#endif
}

void check_canonical(Kind kind, Bytes input, Profile profile, const std::string& digest) {
  const std::string form = testing::canonical(schema::message_of(kind), text_of(input));
  // Two files of no content: one has only fields that the schema does not know.
  if (form.empty()) {
    return;
  }
  std::string rules;
  const std::string again =
      read(kind, bytes_of(form), policy_of(profile), [&](const Report& report) {
        for (const Finding& finding : report.findings) {
          rules.append(rule_info(finding.rule).id).append(" ").append(finding.message).append("\n");
        }
      });
  require(!again.empty(), "the canonical form of what is accepted is accepted", rules);
  require(again == digest, "the canonical form has the same digest", again + "\n" + digest);
  require(testing::canonical(schema::message_of(kind), form) == form,
          "the canonical form is its own canonical form");
}

// The limits one by one. A value that is small enough to matter, and any that is larger.
template <class T>
void check_limit(Kind kind, Bytes input, T Limits::*limit, std::uint64_t small) {
  Policy low = policy_of(Profile::strict);
  low.limits.*limit = static_cast<T>(std::min<std::uint64_t>(small, low.limits.*limit));
  const Report report = check(input, kind, low);
  check_report(report, input);
  require(same_report(report, judge_in_passing(kind, input, low)),
          "judging in passing comes to the same within limits");
  if (!report.accepted()) {
    return;
  }
  Policy high = low;
  for (const T value : {static_cast<T>(low.limits.*limit + 1), std::numeric_limits<T>::max()}) {
    high.limits.*limit = std::max(value, low.limits.*limit);
    const Report raised = check(input, kind, high);
    require(raised.accepted(), "raising a limit never rejects",
            std::to_string(low.limits.*limit) + " to " + std::to_string(high.limits.*limit) + ": " +
                (raised.findings.empty() ? std::string() : raised.findings.front().message));
  }
}

constexpr std::uint64_t kLimits = 8;

void check_limit(Kind kind, Bytes input, std::uint64_t which, std::uint64_t choice) {
  switch (which) {
    case 0:
      return check_limit(kind, input, &Limits::file_bytes, input.size() + choice % 3);
    case 1:
      return check_limit(kind, input, &Limits::depth, choice % 12);
    case 2:
      return check_limit(kind, input, &Limits::memory_base, choice % 40 * 512);
    case 3:
      return check_limit(kind, input, &Limits::memory_per_byte, choice % 30);
    case 4:
      return check_limit(kind, input, &Limits::rank, choice % 6);
    case 5:
      return check_limit(kind, input, &Limits::dense_bytes, choice % 200);
    case 6:
      return check_limit(kind, input, &Limits::function_expansion, choice % 20);
    default:
      return check_limit(kind, input, &Limits::call_depth, choice % 4);
  }
}

// What a report may take beside the budget of the records: findings are a hundred at the most, each
// with a path as long as the nesting is deep and a message with a name or two, shortened.
constexpr std::uint64_t kReportBytes = 1u << 20;

void check_memory(Kind kind, Bytes input) {
  Policy tight = policy_of(Profile::compat);
  tight.limits.memory_base = 64u << 10;
  const CountedMemory memory;
  {
    const Report report = check(input, kind, tight);
    // An arena takes what is left of a chunk, and up to as much as it has, in vain.
    const std::uint64_t most =
        2 * (tight.limits.memory_base + tight.limits.memory_per_byte * input.size()) + kReportBytes;
    require(memory.peak() <= static_cast<std::int64_t>(most),
            "memory is within a multiple of the size", std::to_string(memory.peak()));
  }
  require(memory.live() == 0, "a check gives back all memory", std::to_string(memory.live()));
}

// Runs out of memory at the n-th allocation. False when there are not that many.
bool check_out_of_memory(Kind kind, Bytes input, const Policy& policy, const Report& expected,
                         std::uint64_t n, bool onwards) {
  bool failed = false;
  std::int64_t left = 0;
  {
    const CountedMemory memory;
    {
      std::optional<Report> report;
      {
        const FailingMemory failing(n, onwards);
        report = check(input, kind, policy);
        failed = failing.failed();
      }
      require(!report->accepted() || expected.accepted(), "a lack of memory accepts nothing");
      require(failed || same_report(*report, expected), "the same report when memory suffices");
      check_report(*report, input);
    }
    left = memory.live();
    require(left == 0, "a check that runs out of memory leaves nothing", std::to_string(left));
  }
  // What is not noexcept may throw, and leaves nothing behind either.
  const auto may_throw = [&](std::string_view what, bool throws, const auto& call) {
    const CountedMemory memory;
    try {
      const FailingMemory failing(n, onwards);
      call();
      failed = failed || failing.failed();
    } catch (const std::bad_alloc&) {
      require(throws, "reading never throws; writing a digest may");
      failed = true;
    }
    left = memory.live();
    require(left == 0, what, std::to_string(left));
  };
  may_throw("reading that runs out of memory leaves nothing", expected.accepted(),
            [&] { (void)read<Mixer>(kind, input, policy, [](const Report&) {}); });
  may_throw("judging in passing that runs out of memory leaves nothing", true,
            [&] { (void)judge_in_passing(kind, input, policy); });
  return failed;
}

void check_out_of_memory(Kind kind, Bytes input, std::uint64_t choice) {
  const Policy& policy = policy_of(choice % 2 == 0 ? Profile::strict : Profile::compat);
  const Report expected = check(input, kind, policy);
  if (!thorough) {
    (void)check_out_of_memory(kind, input, policy, expected, choice / 4 % 24, choice / 2 % 2 == 0);
    return;
  }
  constexpr std::uint64_t kMost = 48;
  for (std::uint64_t n = 0; n < kMost; ++n) {
    if (!check_out_of_memory(kind, input, policy, expected, n, n % 2 == 0)) {
      break;
    }
  }
}

// What is read is what was judged, and what is accepted is what others read.
void check_reading(Kind kind, Bytes input, Profile profile, const Report& report, Share& share) {
  if (!share.one_in(report.accepted() ? 2 : 8)) {
    return;
  }
  require(same_report(judge_in_passing(kind, input, policy_of(profile)), report),
          "judging in passing comes to the same");
  const std::string digest = read(kind, input, policy_of(profile), [&](const Report& read) {
    require(same_report(read, report), "reading comes to the same as judging");
  });
  require(digest.empty() != report.accepted(), "what is accepted has a digest");
  if (report.accepted()) {
    check_libprotobuf(kind, input, digest);
    check_canonical(kind, input, profile, digest);
  }
}

// Most steps for a byte, and whatever the size: a hundred findings with their texts take most of
// it. Seeds come to half of it. The largest (many-*, 40,000 bytes) are there so that going over all
// pairs of what they hold takes more.
constexpr std::uint64_t kStepsPerByte = 250;
constexpr std::uint64_t kSteps = 100'000;

void check_steps(Kind kind, Bytes input) {
  if (!kStepsAreCounted) {
    return;
  }
  for (const Policy* policy :
       {&policy_of(Profile::strict), &policy_of(Profile::compat), &lenient()}) {
    const CountedSteps steps;
    (void)check(input, kind, *policy);
    const std::uint64_t taken = steps.count();
    const std::uint64_t most = kSteps + kStepsPerByte * input.size();
    require(taken > 0, "steps are counted");
    require(taken <= most, "steps are within a multiple of the size", std::to_string(taken));
    most_steps = std::max(most_steps, taken * 1000 / most);
  }
}

void check_other_kinds(Bytes input, const Report& strict) {
  const Report any = check_any(input, policy_of(Profile::strict));
  check_report(any, input);
  require(any.accepted() || !strict.accepted(), "some kind accepts what one kind accepts");
  require(!any.accepted() || check(input, any.kind, policy_of(Profile::strict)).accepted(),
          "the kind that was chosen accepts");
}

bool printable_only(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
  });
}

}  // namespace

std::string digest_of(Kind kind, Bytes input, const Policy& policy) {
  return read(kind, input, policy, [](const Report&) {});
}

void check_report(const Report& report, Bytes input) {
  require(report.bytes == input.size(), "a report knows the size of its input");
  require(report.errors + report.warnings + report.notes >= report.findings.size(),
          "no more findings than were counted");
  for (const Finding& finding : report.findings) {
    const std::string_view id = rule_info(finding.rule).id;
    require(!id.starts_with("internal/"), "nothing happens that cannot", finding.message);
    require(finding.offset <= input.size() && finding.length <= input.size() - finding.offset,
            "a finding is inside the input", id);
    require(!finding.message.empty(), "a finding has a message", id);
    require(printable_only(finding.message) && printable_only(finding.path),
            "a finding is printable", id);
  }
}

bool same_report(const Report& a, const Report& b) {
  const auto same = [](const Finding& x, const Finding& y) {
    return x.rule == y.rule && x.severity == y.severity && x.message == y.message &&
           x.path == y.path && x.offset == y.offset && x.length == y.length;
  };
  return a.kind == b.kind && a.errors == b.errors && a.warnings == b.warnings &&
         a.notes == b.notes && a.not_checked == b.not_checked &&
         std::equal(a.findings.begin(), a.findings.end(), b.findings.begin(), b.findings.end(),
                    same);
}

std::optional<Profile> check_file(Kind kind, Bytes input) {
  Share share(input);
  few_findings = !share.one_in(8);
  const Report strict = check(input, kind, policy_of(Profile::strict));
  check_report(strict, input);
  std::optional<Profile> accepted;
  if (strict.accepted()) {
    accepted = Profile::strict;
  }
  check_reading(kind, input, Profile::strict, strict, share);
  if (strict.accepted() || share.one_in(2)) {
    const Report compat = check(input, kind, policy_of(Profile::compat));
    check_report(compat, input);
    require(!strict.accepted() || compat.accepted(), "what strict accepts, compat accepts",
            compat.findings.empty() ? std::string_view() : compat.findings.front().message);
    if (compat.accepted() && !accepted) {
      accepted = Profile::compat;
    }
    check_reading(kind, input, Profile::compat, compat, share);
  }
  if (share.one_in(8)) {
    (void)read<Mixer>(kind, input, lenient(), [](const Report&) {});
  }
  // Of a model with a fault or two each limit, for it may hide them.
  const bool each_limit = kind == Kind::model && strict.errors <= 2;
  if (share.one_in(each_limit ? 4 : 8)) {
    const std::uint64_t chosen = share.below(kLimits);
    const std::uint64_t choice = share.below(1u << 16);
    for (std::uint64_t limit = 0; limit < kLimits; ++limit) {
      if (thorough || each_limit || limit == chosen) {
        check_limit(kind, input, limit, choice);
      }
    }
  }
  if (share.one_in(16)) {
    check_memory(kind, input);
  }
  if (share.one_in(16)) {
    check_out_of_memory(kind, input, share.below(1u << 16));
  }
  if (share.one_in(16)) {
    check_other_kinds(input, strict);
  }
  check_steps(kind, input);
  return accepted;
}

}  // namespace assay::fuzz
