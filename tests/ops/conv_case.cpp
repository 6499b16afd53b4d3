#include "ops/conv_case.hpp"

#include <algorithm>
#include <sstream>
#include <thread>

namespace assay::testing {
namespace {

ConvIntegerInput input_of(const ConvOperand& operand) {
  return {true, operand.type, operand.shape, operand.data};
}

template <typename T>
void print(std::ostream& out, std::string_view name, const std::vector<T>& values) {
  out << ' ' << name << "=[";
  for (std::size_t i = 0; i < values.size(); ++i) {
    out << (i == 0 ? "" : ",") << values[i];
  }
  out << ']';
}

void in_threads(std::uint32_t count, const std::function<void(std::uint32_t)>& fn) {
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < count; ++i) {
    threads.emplace_back(fn, i);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

// y by one kernel, between guards.
std::string run_kernel(const ConvIntegerShape& shape, const ConvCase& c,
                       const ConvIntegerOptions& options, std::vector<std::int32_t>& y) {
  constexpr std::int32_t kGuard = 0x5ca1ab1e;
  constexpr std::size_t kGuards = 32;
  const auto bytes = [](const std::optional<ConvOperand>& operand) {
    return operand ? Bytes(operand->data) : Bytes();
  };
  const auto plan = ConvIntegerPlan::create(shape, c.w.data, bytes(c.w_zero_point), options);
  if (!plan) {
    return plan.error().message;
  }
  std::vector<std::byte> workspace(plan.value().workspace_bytes() + kGuards, std::byte{0xa5});
  y.assign(shape.y_elements + 2 * kGuards, kGuard);
  const auto error = plan.value().run(c.x.data, bytes(c.x_zero_point),
                                      std::span(y).subspan(kGuards, shape.y_elements),
                                      std::span(workspace).first(workspace.size() - kGuards));
  if (error) {
    return error->message;
  }
  const auto is_guard = [](std::int32_t value) { return value == kGuard; };
  if (!std::all_of(y.begin(), y.begin() + kGuards, is_guard) ||
      !std::all_of(y.end() - kGuards, y.end(), is_guard)) {
    return "wrote beside y";
  }
  if (!std::all_of(workspace.end() - kGuards, workspace.end(),
                   [](std::byte b) { return b == std::byte{0xa5}; })) {
    return "wrote beyond the workspace";
  }
  y.erase(y.end() - kGuards, y.end());
  y.erase(y.begin(), y.begin() + kGuards);
  return "";
}

}  // namespace

std::vector<std::byte> conv_bytes(const std::vector<int>& values) {
  std::vector<std::byte> result(values.size());
  std::transform(values.begin(), values.end(), result.begin(),
                 [](int value) { return static_cast<std::byte>(value & 0xff); });
  return result;
}

ConvOperand conv_operand(ElementType type, std::vector<std::int64_t> shape,
                         const std::vector<int>& values) {
  return {type, std::move(shape), conv_bytes(values)};
}

ConvCase::Node ConvCase::node() const {
  Node result;
  const auto list = [&](std::string_view name, const auto& values) {
    if (values) {
      result.attributes.push_back({name, std::span<const std::int64_t>(*values)});
    }
  };
  if (auto_pad) {
    result.attributes.push_back({"auto_pad", std::string_view(*auto_pad)});
  }
  list("kernel_shape", kernel_shape);
  list("strides", strides);
  list("dilations", dilations);
  list("pads", pads);
  if (group) {
    result.attributes.push_back({"group", *group});
  }
  result.inputs = {input_of(x), input_of(w)};
  if (x_zero_point || w_zero_point) {
    result.inputs.push_back(x_zero_point ? input_of(*x_zero_point) : ConvIntegerInput());
  }
  if (w_zero_point) {
    result.inputs.push_back(input_of(*w_zero_point));
  }
  result.node.opset = opset;
  result.node.attributes = result.attributes;
  result.node.inputs = result.inputs;
  return result;
}

std::string ConvCase::describe() const {
  std::ostringstream out;
  const auto operand = [&](std::string_view name, const ConvOperand& o) {
    print(out, name, o.shape);
    out << (o.type == ElementType::int8 ? ":s8" : ":u8");
  };
  operand("x", x);
  operand("w", w);
  if (x_zero_point) {
    operand("zx", *x_zero_point);
    for (const std::byte value : x_zero_point->data) {
      out << '=' << std::to_integer<int>(value);
    }
  }
  if (w_zero_point) {
    operand("zw", *w_zero_point);
  }
  if (auto_pad) {
    out << " auto_pad=" << *auto_pad;
  }
  for (const auto& [name, values] : {std::pair("strides", &strides), std::pair("pads", &pads),
                                     std::pair("dilations", &dilations)}) {
    if (*values) {
      print(out, name, **values);
    }
  }
  if (group) {
    out << " group=" << *group;
  }
  return out.str();
}

std::vector<ConvKernel> fast_conv_kernels() {
  std::vector<ConvKernel> result;
  for (const ConvKernel kernel : kConvKernels) {
    if (kernel != ConvKernel::reference && conv_kernel_available(kernel)) {
      result.push_back(kernel);
    }
  }
  return result;
}

std::string compare_kernels(const ConvCase& c) {
  const ConvCase::Node node = c.node();
  const auto shape = infer_conv_integer(node.node);
  if (!shape) {
    return "refused: " + shape.error().message + c.describe();
  }
  ConvIntegerOptions options;
  options.kernel = ConvKernel::reference;
  std::vector<std::int32_t> expected;
  std::string error = run_kernel(shape.value(), c, options, expected);
  if (!error.empty()) {
    return "reference: " + error + c.describe();
  }
  std::vector<std::int32_t> y;
  for (const ConvKernel kernel : fast_conv_kernels()) {
    options.kernel = kernel;
    for (const std::uint32_t threads : {1u, 3u}) {
      options.threads = threads;
      // Blocks are cut for three threads either way; real ones are slow to start.
      options.parallel_for = shape.value().y_elements % 16 == 3 ? in_threads : ConvParallelFor();
      error = run_kernel(shape.value(), c, options, y);
      if (error.empty() && y != expected) {
        const auto place = std::mismatch(y.begin(), y.end(), expected.begin());
        error = "y[" + std::to_string(place.first - y.begin()) + "] is " +
                std::to_string(*place.first) + ", not " + std::to_string(*place.second);
      }
      if (!error.empty()) {
        return std::string(conv_kernel_name(kernel)) + ", threads " + std::to_string(threads) +
               ": " + error + c.describe();
      }
    }
  }
  return "";
}

}  // namespace assay::testing
