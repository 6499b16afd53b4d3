// Ten thousand random changes to twenty sound files. Whatever comes out: no crash (the sanitizers
// watch), nothing that "cannot happen", every finding inside the file; what strict accepts compat
// accepts; what is accepted libprotobuf reads, and finds the same values; what libprotobuf reads,
// compat has no quarrel with but over limits; and views of what was accepted keep inside it.
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <set>
#include <string>

#include "assay/digest.hpp"
#include "assay/model.hpp"
#include "assay/sparse_tensor.hpp"
#include "assay/values.hpp"

#include "protobuf/dynamic_schema.hpp"
#include "support/decoded.hpp"
#include "support/findings.hpp"
#include "support/mutator.hpp"
#include "support/pieces.hpp"
#include "support/protobuf.hpp"
#include "support/rich_files.hpp"

using namespace assay;
using namespace assay::testing;

namespace {

// A longer run, or another one: ASSAY_MUTANTS and ASSAY_SEED.
std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}
constexpr std::uint64_t kSeed = 20260831;
constexpr std::uint64_t kMutants = 10'000;

struct Tally {
  int strict = 0;
  int compat = 0;
  int read_by_libprotobuf = 0;
  std::set<Rule> rules;
};

std::string as_hex(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    out += kDigits[static_cast<unsigned char>(c) >> 4];
    out += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return out;
}

void check_report(const Report& report, const Message& file) {
  for (const Finding& finding : report.findings) {
    BOOST_REQUIRE((finding.rule != Rule::internal_error));
    BOOST_REQUIRE(finding.offset <= file.text().size());
    BOOST_REQUIRE(finding.length <= file.text().size() - finding.offset);
    BOOST_REQUIRE(!finding.message.empty());
    for (const char c : finding.message + finding.path) {
      BOOST_REQUIRE((c >= ' ' || c < '\0'));
    }
  }
  BOOST_REQUIRE(report.bytes == file.text().size());
  BOOST_REQUIRE(report.errors + report.warnings + report.notes >= report.findings.size());
}

// What an area of the wire, the schema or the strings refuses; budgets and limits are ours alone.
bool refuses_what_libprotobuf_reads(const Report& decoded) {
  for (const Finding& finding : decoded.findings) {
    if (finding.severity == Severity::error && finding.rule != Rule::limit_memory &&
        finding.rule != Rule::wire_field_number_range) {
      return true;
    }
  }
  return false;
}

// Looks at every byte, and remembers none.
class Reader : public Sha256Hasher {
 public:
  void update(Bytes bytes) override {
    for (const std::byte byte : bytes) {
      sum_ ^= static_cast<std::uint8_t>(byte);
    }
  }
  Sha256 finish() override { return {std::byte{sum_}}; }

 private:
  std::uint8_t sum_ = 0;
};

template <class FileType>
void digest(const Result<FileType>& read) {
  Reader reader;
  std::size_t size = 0;
  if (read) {
    write_digest(*read, reader, [&](std::string_view piece) { size += piece.size(); });
    BOOST_REQUIRE(size > 0u);
  }
}

// Reads everything that the views show of the file, values included.
void read_views(const Message& file, const Policy& policy) {
  switch (kind_of(file)) {
    case Kind::model:
      return digest(Model::read(file.view(), policy));
    case Kind::tensor:
      return digest(read_tensor(file.view(), policy));
    case Kind::sparse_tensor:
      return digest(read_sparse_tensor(file.view(), policy));
    case Kind::sequence:
      return digest(read_sequence(file.view(), policy));
    case Kind::optional:
      return digest(read_optional(file.view(), policy));
    case Kind::map:
      return digest(read_map(file.view(), policy));
  }
}

std::unique_ptr<google::protobuf::Message> parse_newest(const Message& file) {
  static DynamicSchema schema;
  return schema.parse(file.id(), file.text());
}

void check_mutant(const Message& file, Tally& tally) {
  const Kind kind = kind_of(file);
  const Report strict = check(file.view(), kind, Policy::strict());
  const Report compat = check(file.view(), kind, Policy::compat());
  check_report(strict, file);
  check_report(compat, file);
  BOOST_REQUIRE(brief(strict) == brief(check(file.view(), kind, Policy::strict())));
  BOOST_REQUIRE((!strict.accepted() || compat.accepted()));
  const Report any = check_any(file.view());
  check_report(any, file);
  BOOST_REQUIRE((any.accepted() || !strict.accepted()));
  if (any.accepted()) {
    BOOST_REQUIRE(check(file.view(), any.kind).accepted());
  }

  // Two peers: onnx 1.12, which nobody here wrote, and our own tables, which have what came later.
  const auto theirs = parse(file.id(), file.view());
  const auto newest = parse_newest(file);
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    const Report& report = profile == Profile::strict ? strict : compat;
    const Decoded ours(file, Policy(profile));
    if (report.accepted()) {
      BOOST_REQUIRE(theirs != nullptr);
      BOOST_REQUIRE(newest != nullptr);
      BOOST_REQUIRE(ours.root != nullptr);
      BOOST_REQUIRE(!ours.source().damaged);
    }
    // Rules do not matter to what is read: the values agree wherever the decoder is content.
    if (ours.report.accepted()) {
      BOOST_REQUIRE((theirs != nullptr && newest != nullptr));
      BOOST_REQUIRE(difference(file.id(), ours.root, *theirs) == "");
      BOOST_REQUIRE(difference(file.id(), ours.root, *newest) == "");
    }
    if (newest != nullptr && profile == Profile::compat) {
      BOOST_REQUIRE(!refuses_what_libprotobuf_reads(ours.report));
    }
  }
  // Views keep inside what is there, even where nothing was held to any rule.
  read_views(file, Policy::compat());
  read_views(file, lenient());

  tally.strict += strict.accepted() ? 1 : 0;
  tally.compat += compat.accepted() ? 1 : 0;
  tally.read_by_libprotobuf += newest != nullptr ? 1 : 0;
  for (const Finding& finding : strict.findings) {
    tally.rules.insert(finding.rule);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mutation)

BOOST_AUTO_TEST_CASE(the_files_to_start_from_are_sound) {
  BOOST_TEST(rich_files().size() == 20u);
  Policy structure;
  BOOST_TEST(structure.set_severity(Rule::external_no_folder, Severity::off));
  std::set<std::string> fields;
  for (const Message& file : rich_files()) {
    BOOST_TEST(findings_of(file, structure) == "");
    const auto theirs = parse(file.id(), file.view());
    BOOST_REQUIRE(theirs != nullptr);
    BOOST_TEST(difference(file.id(), Decoded(file).root, *theirs) == "");
  }
}

BOOST_AUTO_TEST_CASE(ten_thousand_mutants_are_judged_and_read_as_libprotobuf_reads_them) {
  const std::uint64_t mutants = from_environment("ASSAY_MUTANTS", kMutants);
  Random random(from_environment("ASSAY_SEED", kSeed));
  Tally tally;
  for (std::uint64_t i = 0; i < mutants; ++i) {
    const std::vector<Message>& files = rich_files();
    const Message& original = files[i % files.size()];
    const Message& other = files[random.below(files.size())];
    std::string text = original.text();
    for (std::uint64_t changes = 1 + random.below(3); changes > 0; --changes) {
      text = mutate(original.id(), text, other.text(), random);
    }
    const Message mutant = Message(original.id()).bytes(text);
    BOOST_TEST_CONTEXT("mutant " << i << ": " << as_hex(text)) {
      check_mutant(mutant, tally);
    }
  }
  // The mutants are worth something: many survive, and nearly every rule that they can break is.
  BOOST_TEST_MESSAGE("accepted by strict " << tally.strict << ", by compat " << tally.compat
                                           << "; read by libprotobuf " << tally.read_by_libprotobuf
                                           << "; rules broken " << tally.rules.size());
  BOOST_TEST(tally.strict > 500);
  BOOST_TEST(tally.compat > tally.strict);
  BOOST_TEST(tally.read_by_libprotobuf > tally.compat);
  BOOST_TEST(tally.rules.size() > 100u);
}

BOOST_AUTO_TEST_CASE(what_is_framed_anew_has_valid_framing_and_keeps_what_had_it) {
  Random random(kSeed);
  int broken = 0;
  for (const Message& file : rich_files()) {
    BOOST_TEST(reframed(file.id(), file.text()) == file.text());
    for (int i = 0; i < 100; ++i) {
      const std::string mutant = mutate(file.id(), file.text(), file.text(), random);
      const std::string anew = reframed(file.id(), mutant);
      BOOST_REQUIRE(well_framed(file.id(), anew));
      BOOST_REQUIRE(reframed(file.id(), anew) == anew);
      broken += well_framed(file.id(), mutant) ? 0 : 1;
    }
  }
  BOOST_TEST(broken > 100);
  // A length that reaches behind the end: what it claims is left out.
  BOOST_TEST(reframed(schema::MessageId::tensor, std::string_view("\x10\x01\x42\x05w", 5)) ==
             "\x10\x01");
}

// Every cut of every file: the reader that stops early is the reader that is fooled.
BOOST_AUTO_TEST_CASE(every_cut_of_every_file_is_judged_and_read_as_libprotobuf_reads_it) {
  Tally tally;
  for (const Message& file : rich_files()) {
    for (std::size_t size = 0; size < file.text().size(); ++size) {
      const Message cut = Message(file.id()).bytes(file.text().substr(0, size));
      BOOST_TEST_CONTEXT(size << " bytes of " << as_hex(file.text())) {
        check_mutant(cut, tally);
      }
    }
  }
  BOOST_TEST(tally.read_by_libprotobuf > 100);
}

BOOST_AUTO_TEST_SUITE_END()
