// ConvInteger on every shape, type pairing and kernel, NCHW to NCHW with packed weights; and the
// peak of vpdpbusd that it is measured against.
//
//   conv_integer_bench --benchmark_filter='avx512vnni/u8s8/.*/1$'
#include <atomic>
#include <benchmark/benchmark.h>
#include <thread>

#include "conv_integer_pool.hpp"
#include "conv_integer_shapes.hpp"

namespace assay::bench {
namespace {

void run(benchmark::State& state, const ConvProblem& problem, ConvKernel kernel,
         std::uint32_t threads) {
  Pool pool(threads);
  ConvIntegerOptions options;
  options.kernel = kernel;
  options.threads = threads;
  options.parallel_for = [&](std::uint32_t, const std::function<void(std::uint32_t)>& fn) {
    pool.run(fn);
  };
  const auto plan =
      ConvIntegerPlan::create(problem.inferred, problem.w, problem.w_zero_point, options);
  if (!plan) {
    state.SkipWithError(plan.error().message.c_str());
    return;
  }
  std::vector<std::byte> workspace(plan.value().workspace_bytes());
  std::vector<std::int32_t> y(problem.inferred.y_elements);
  for (auto _ : state) {
    if (plan.value().run(problem.x, problem.x_zero_point, y, workspace)) {
      state.SkipWithError("refused");
      return;
    }
    benchmark::ClobberMemory();
  }
  state.counters["GOP/s"] = benchmark::Counter(problem.operations() * 1e-9,
                                               benchmark::Counter::kIsIterationInvariantRate);
  state.counters["packed"] = static_cast<double>(plan.value().packed_bytes());
  state.counters["workspace"] = static_cast<double>(plan.value().workspace_bytes());
}

#if defined(__x86_64__)
// Twelve independent chains, registers only.
__attribute__((target("avx512f,avx512vnni"))) void peak(benchmark::State& state) {
  for (auto _ : state) {
    for (int i = 0; i < 1000; ++i) {
      __asm__ volatile(
          "vpdpbusd %%zmm15,%%zmm14,%%zmm0\n vpdpbusd %%zmm15,%%zmm14,%%zmm1\n"
          "vpdpbusd %%zmm15,%%zmm14,%%zmm2\n vpdpbusd %%zmm15,%%zmm14,%%zmm3\n"
          "vpdpbusd %%zmm15,%%zmm14,%%zmm4\n vpdpbusd %%zmm15,%%zmm14,%%zmm5\n"
          "vpdpbusd %%zmm15,%%zmm14,%%zmm6\n vpdpbusd %%zmm15,%%zmm14,%%zmm7\n"
          "vpdpbusd %%zmm15,%%zmm14,%%zmm8\n vpdpbusd %%zmm15,%%zmm14,%%zmm9\n"
          "vpdpbusd %%zmm15,%%zmm14,%%zmm10\n vpdpbusd %%zmm15,%%zmm14,%%zmm11\n" ::
              : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
                "xmm10", "xmm11");
    }
  }
  state.counters["GOP/s"] =
      benchmark::Counter(12.0 * 1000 * 128 * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
}
#endif

void add(ConvKernel kernel, const ConvProblem& problem, const std::string& zero_points,
         std::uint32_t threads) {
  const auto type = [](ElementType element) { return element == ElementType::int8 ? "s8" : "u8"; };
  const std::string name = std::string(conv_kernel_name(kernel)) + '/' + type(problem.x_type) +
                           type(problem.w_type) + zero_points + '/' + problem.shape.name + '/' +
                           std::to_string(threads);
  benchmark::internal::Benchmark* registered = benchmark::RegisterBenchmark(
      name.c_str(), [=](benchmark::State& state) { run(state, problem, kernel, threads); });
  if (threads > 1) {
    registered->UseRealTime();
  }
}

void register_all() {
#if defined(__x86_64__)
  if (conv_kernel_available(ConvKernel::avx512vnni)) {
    benchmark::RegisterBenchmark("peak/vpdpbusd-zmm", peak);
  }
#endif
  constexpr ElementType kTypes[] = {ElementType::uint8, ElementType::int8};
  for (const ConvKernel kernel : kConvKernels) {
    if (!conv_kernel_available(kernel) || kernel == ConvKernel::reference) {
      continue;
    }
    for (const ConvShape& shape : conv_shapes()) {
      for (const std::uint32_t threads : {1u, 2u}) {
        for (const ElementType x_type : kTypes) {
          for (const ElementType w_type : kTypes) {
            add(kernel, ConvProblem(shape, x_type, w_type), "", threads);
          }
        }
        add(kernel, ConvProblem(shape, kTypes[0], kTypes[0], true), "-per-channel", threads);
      }
    }
  }
}

}  // namespace
}  // namespace assay::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    return 1;
  }
  assay::bench::register_all();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
