// The reader over the twelve inputs, by layer: decoding alone, and the whole check.
//
//   reader_bench --benchmark_filter=metadata       one input
//   ASSAY_BENCH_SCALE=0.1 reader_bench             inputs of a tenth of the size
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <map>
#include <string>

#include "assay/check.hpp"

#include "decode/decoder.hpp"
#include "reader_inputs.hpp"
#include "schema/kind.hpp"

namespace {

using assay::bench::Input;

double scale() {
  const char* text = std::getenv("ASSAY_BENCH_SCALE");
  return text == nullptr ? 1.0 : std::atof(text);
}

// One input in memory at a time: the largest has a gibibyte.
const std::string& bytes_of(const Input& input) {
  static const Input* held = nullptr;
  static std::string bytes;
  if (held != &input) {
    bytes.clear();
    bytes.shrink_to_fit();
    bytes = input.make(scale());
    held = &input;
  }
  return bytes;
}

void decode(benchmark::State& state, const Input& input) {
  const assay::Bytes bytes = assay::bytes_of(bytes_of(input));
  const assay::Policy policy;
  for (auto _ : state) {
    assay::Report report;
    assay::Findings findings(bytes, policy, report);
    assay::Arena arena(policy.limits.memory_base + policy.limits.memory_per_byte * bytes.size());
    benchmark::DoNotOptimize(assay::decode::decode_message(assay::schema::message_of(input.kind),
                                                           bytes, arena, findings));
    state.counters["arena"] = static_cast<double>(arena.used());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
}

void check(benchmark::State& state, const Input& input) {
  const assay::Bytes bytes = assay::bytes_of(bytes_of(input));
  for (auto _ : state) {
    const assay::Report report = assay::check(bytes, input.kind);
    if (!report.accepted()) {
      state.SkipWithError(report.findings.empty() ? "rejected"
                                                  : report.findings.front().message.c_str());
      return;
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
}

}  // namespace

int main(int argc, char** argv) {
  for (const Input& input : assay::bench::reader_inputs()) {
    const std::string name(input.name);
    benchmark::RegisterBenchmark((name + "/decode").c_str(), decode, input)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((name + "/check").c_str(), check, input)
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
