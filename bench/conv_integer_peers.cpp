// A contestant that measures on request, for bench/conv_integer_compare.mjs: Assay, and oneDNN
// where the build found it. One request a line on standard input, one answer a line on standard
// output:
//
//   assay KERNEL SHAPE u8|s8 u8|s8 THREADS SECONDS   ->  MEDIAN BEST RUNS (seconds, seconds, count)
//   onednn nchw|kernel SHAPE u8|s8 s8 THREADS SECONDS ->  the same
//   peak SECONDS                                      ->  GOP/s of vpdpbusd, registers only
//   shapes                                            ->  the shapes as JSON
//
// What cannot be measured is answered with "none REASON". NCHW in and out; weights packed before.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <iostream>
#include <sstream>
#include <thread>

#if defined(ASSAY_HAVE_DNNL)
#include <omp.h>
#include <oneapi/dnnl/dnnl.hpp>
#endif

#include "conv_integer_pool.hpp"
#include "conv_integer_shapes.hpp"

namespace assay::bench {
namespace {

double now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

// One thread is measured in processor time: what others do on the machine then matters less.
double now(std::uint32_t threads) {
  if (threads > 1) {
    return now();
  }
  timespec time = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::string measure(double seconds, std::uint32_t threads, const std::function<void()>& once) {
  constexpr std::size_t kLeast = 15;
  once();
  once();
  std::vector<double> times;
  for (const double end = now() + seconds; now() < end || times.size() < kLeast;) {
    const double start = now(threads);
    once();
    times.push_back(now(threads) - start);
  }
  std::sort(times.begin(), times.end());
  std::ostringstream out;
  out << times[times.size() / 2] << ' ' << times[0] << ' ' << times.size();
  return out.str();
}

std::string measure_assay(const std::string& kernel, const ConvProblem& problem,
                          std::uint32_t threads, double seconds) {
  Pool pool(threads);
  ConvIntegerOptions options;
  options.kernel = find_conv_kernel(kernel).value_or(ConvKernel::automatic);
  options.threads = threads;
  options.parallel_for = [&](std::uint32_t, const std::function<void(std::uint32_t)>& fn) {
    pool.run(fn);
  };
  const auto plan =
      ConvIntegerPlan::create(problem.inferred, problem.w, problem.w_zero_point, options);
  if (!plan) {
    return "none " + plan.error().message;
  }
  std::vector<std::byte> workspace(plan.value().workspace_bytes());
  std::vector<std::int32_t> y(problem.inferred.y_elements);
  return measure(seconds, threads, [&] {
    if (plan.value().run(problem.x, problem.x_zero_point, y, workspace)) {
      std::abort();
    }
  });
}

#if defined(ASSAY_HAVE_DNNL)
std::string measure_onednn(bool with_reorders, const ConvProblem& problem, std::uint32_t threads,
                           double seconds) {
  using dnnl::memory;
  if (problem.w_type != ElementType::int8) {
    return "none oneDNN has s8 weights only";
  }
  omp_set_num_threads(static_cast<int>(threads));
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  const ConvShape& shape = problem.shape;
  memory::dims w_dims = shape.w;
  if (shape.group > 1) {
    w_dims[0] /= shape.group;
    w_dims.insert(w_dims.begin(), shape.group);
  }
  const memory::dims y_dims(problem.inferred.y_shape.begin(), problem.inferred.y_shape.end());
  const std::size_t rank = shape.x.size() - 2;
  const memory::dims strides(rank, shape.stride);
  const memory::dims pads(rank, shape.pad);
  const auto plain = [](const memory::dims& dims) {
    memory::dims steps(dims.size(), 1);
    for (std::size_t i = dims.size() - 1; i > 0; --i) {
      steps[i - 1] = steps[i] * dims[i];
    }
    return steps;
  };
  const auto x_type =
      problem.x_type == ElementType::uint8 ? memory::data_type::u8 : memory::data_type::s8;
  using Any = memory::format_tag;
  const memory::desc x_any(shape.x, x_type, Any::any);
  const memory::desc w_any(w_dims, memory::data_type::s8, Any::any);
  const memory::desc y_any(y_dims, memory::data_type::s32, Any::any);
  dnnl::primitive_attr attributes;
  attributes.set_zero_points(DNNL_ARG_SRC, 0, {DNNL_RUNTIME_S32_VAL});
  const dnnl::convolution_forward::primitive_desc pd(
      {dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct, x_any, w_any, y_any,
       strides, pads, pads},
      attributes, engine);
  const auto view = [&](const memory::dims& dims, memory::data_type type, const void* data) {
    return memory(memory::desc(dims, type, plain(dims)), engine, const_cast<void*>(data));
  };
  std::vector<std::int32_t> y(problem.inferred.y_elements);
  memory x_user = view(shape.x, x_type, problem.x.data());
  memory w_user = view(w_dims, memory::data_type::s8, problem.w.data());
  memory y_user = view(y_dims, memory::data_type::s32, y.data());
  memory x_own(pd.src_desc(), engine);
  memory w_own(pd.weights_desc(), engine);
  memory y_own(pd.dst_desc(), engine);
  memory zero(memory::desc({1}, memory::data_type::s32, memory::dims{1}), engine);
  *static_cast<std::int32_t*>(zero.get_data_handle()) =
      problem.x_type == ElementType::uint8 ? 128 : 3;
  dnnl::reorder(w_user, w_own).execute(stream, w_user, w_own);
  dnnl::reorder x_in(x_user, x_own);
  dnnl::reorder y_out(y_own, y_user);
  dnnl::convolution_forward convolution(pd);
  x_in.execute(stream, x_user, x_own);
  const std::string times = measure(seconds, threads, [&] {
    if (with_reorders) {
      x_in.execute(stream, x_user, x_own);
    }
    convolution.execute(stream, {{DNNL_ARG_SRC, x_own},
                                 {DNNL_ARG_WEIGHTS, w_own},
                                 {DNNL_ARG_DST, y_own},
                                 {DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_SRC, zero}});
    if (with_reorders) {
      y_out.execute(stream, y_own, y_user);
    }
    stream.wait();
  });
  if (with_reorders) {
    // A contestant that computes something else does not count.
    ConvIntegerOptions options;
    const auto plan =
        ConvIntegerPlan::create(problem.inferred, problem.w, problem.w_zero_point, options);
    std::vector<std::byte> workspace(plan.value().workspace_bytes());
    std::vector<std::int32_t> expected(y.size());
    if (plan.value().run(problem.x, problem.x_zero_point, expected, workspace) || expected != y) {
      return "none wrong values";
    }
  }
  return times;
}
#endif

#if defined(__x86_64__)
std::string measure_peak(double seconds) {
  if (!conv_kernel_available(ConvKernel::avx512vnni)) {
    return "none no AVX512-VNNI";
  }
  constexpr int kTurns = 2000;
  double best = 1e9;
  for (const double end = now() + seconds; now() < end;) {
    const double start = now();
    for (int i = 0; i < kTurns; ++i) {
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
    best = std::min(best, now() - start);
  }
  return std::to_string(12.0 * kTurns * 128 / best * 1e-9);
}
#else
std::string measure_peak(double) {
  return "none not x86-64";
}
#endif

void print_shapes() {
  std::string separator = "[";
  for (const ConvShape& shape : conv_shapes()) {
    const auto list = [](const std::vector<std::int64_t>& dims) {
      std::string text;
      for (const std::int64_t extent : dims) {
        text += (text.empty() ? "" : ",") + std::to_string(extent);
      }
      return '[' + text + ']';
    };
    const ConvProblem problem(shape, ElementType::uint8, ElementType::int8);
    std::cout << separator << R"({"name":")" << shape.name << R"(","x":)" << list(shape.x)
              << R"(,"w":)" << list(shape.w) << R"(,"stride":)" << shape.stride << R"(,"pad":)"
              << shape.pad << R"(,"group":)" << shape.group << R"(,"y":)"
              << list({problem.inferred.y_shape.begin(), problem.inferred.y_shape.end()})
              << R"(,"operations":)" << static_cast<std::uint64_t>(problem.operations()) << '}';
    separator = ",";
  }
  std::cout << "]\n" << std::flush;
}

std::string answer(const std::string& request) {
  std::istringstream in(request);
  std::string who;
  std::string how;
  std::string name;
  std::string x_type;
  std::string w_type;
  std::uint32_t threads = 1;
  double seconds = 0;
  in >> who;
  if (who == "peak") {
    in >> seconds;
    return measure_peak(seconds);
  }
  in >> how >> name >> x_type >> w_type >> threads >> seconds;
  for (const ConvShape& shape : conv_shapes()) {
    if (!in || shape.name != name) {
      continue;
    }
    const auto type = [](const std::string& text) {
      return text == "s8" ? ElementType::int8 : ElementType::uint8;
    };
    const ConvProblem problem(shape, type(x_type), type(w_type));
    if (who == "assay") {
      return measure_assay(how, problem, threads, seconds);
    }
#if defined(ASSAY_HAVE_DNNL)
    if (who == "onednn") {
      return measure_onednn(how == "nchw", problem, threads, seconds);
    }
#endif
    return "none not built in";
  }
  return "none not understood";
}

}  // namespace
}  // namespace assay::bench

int main() {
  for (std::string request; std::getline(std::cin, request);) {
    if (request == "shapes") {
      assay::bench::print_shapes();
    } else {
      std::cout << assay::bench::answer(request) << '\n' << std::flush;
    }
  }
  return 0;
}
