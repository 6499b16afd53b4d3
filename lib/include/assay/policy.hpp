// What the caller is willing to take: limits, and how much each rule weighs.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/rule.hpp"

namespace assay {

// Every limit, with the attack it stops and why it has that number. Raising a limit never turns an
// accepted file into a rejected one.
struct Limits {
  // Stops: nothing by itself; but no protobuf-based runtime loads a message of 2^31 bytes or more,
  // so a larger file means something else to every one of them (onnx#3275).
  std::uint64_t file_bytes = 0x7fffffff;

  // Stops: stack exhaustion in a consumer (CVE-2024-7254, ORT#32344). Messages below the root;
  // libprotobuf's own number. Values above kMaxDepth are taken as kMaxDepth.
  std::uint32_t depth = 100;

  // Stops: two bytes of input that become 200 bytes of records (an empty node). What decoding may
  // allocate is memory_base + memory_per_byte * size of the input. Published models need at most 16
  // bytes per byte, a long sequence of one-element tensors 23; small files are denser, hence the
  // base.
  std::uint64_t memory_base = 8u << 20;
  std::uint64_t memory_per_byte = 24;

  // Stops: a million dims of 1, which consumers copy into vectors (CV#12694). numpy's number.
  std::uint32_t rank = 64;

  // Stops: a 60-byte sparse tensor that a consumer expands to 2^62 floats (ORT#32684). ONNX
  // Runtime's number.
  std::uint64_t dense_bytes = std::uint64_t{1} << 31;

  // Stops: functions that call each other twice, 3.8 KB that become 2^60 nodes once inlined. The
  // nodes of the main graph after inlining every local function.
  std::uint64_t function_expansion = 10'000'000;

  // Stops: call chains that a recursive inliner cannot follow. onnx's own number.
  std::uint32_t call_depth = 100;

  // Stops: 100,000 BOOL tensors that name one gigabyte, each a byte further, which a check would
  // read 100,000 times. What is read of data files is at most this many times their size, and 64
  // MiB.
  std::uint64_t external_reads = 8;

  // Stops: reports larger than the file. Findings kept; the rest is counted.
  std::uint32_t findings = 100;

  static constexpr std::uint32_t kMaxDepth = 1000;
};

enum class Profile : std::uint8_t {
  // Refuses whatever two readers could understand differently.
  strict,
  // Takes what libprotobuf and onnx.checker take, as they take it; those findings become warnings.
  compat
};

// What external data may do. See docs/security.md.
struct ExternalPolicy {
  // Accept a data file that is a symlink into the `blobs` folder that the model's own file links to
  // (the Hugging Face cache layout).
  bool follow_model_symlinks = false;
};

class Policy {
 public:
  explicit Policy(Profile profile = Profile::strict) noexcept;
  static Policy strict() noexcept { return Policy(Profile::strict); }
  static Policy compat() noexcept { return Policy(Profile::compat); }

  Profile profile() const noexcept { return profile_; }
  Severity severity(Rule rule) const noexcept {
    return severities_[static_cast<std::size_t>(rule)];
  }
  // Changes how much a rule weighs. False, and no change, for a rule that is fixed
  // (RuleInfo::fixed) and would weigh less than an error.
  [[nodiscard]] bool set_severity(Rule rule, Severity severity) noexcept;

  Limits limits;
  ExternalPolicy external;
  // Operator domains, with "ai.onnx" meaning the default one. With any allowed, all others are
  // denied.
  std::vector<std::string> allowed_domains;
  std::vector<std::string> denied_domains;

 private:
  Profile profile_;
  std::array<Severity, kRuleCount> severities_;
};

}  // namespace assay
