// ConvInteger (ai.onnx, opset 10): exact for every legal input, an error of its own rule for every
// other. Shapes are inferred apart from execution; a plan keeps the packed weights and can be run
// many times, from many threads at once, each run with a workspace of its own.
//
//   y[n, m, o] = sum over c, t of (x[n, first(m) + c, o*s + t*d - p] - zx) * (w[m, c, t] - zw[m])
//
// modulo 2^32; a tap outside of x adds nothing. Nothing here throws or logs; every size is checked
// before anything is allocated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "assay/bytes.hpp"
#include "assay/element_type.hpp"
#include "assay/policy.hpp"
#include "assay/rule.hpp"

namespace assay {

// What is wrong with a ConvInteger: one rule of the conv-integer area, and a message that names the
// attribute or shape, what it is and what it should be.
struct ConvIntegerError {
  Rule rule = Rule::internal_error;
  std::string message;
  // The attribute that is unknown, repeated or of the wrong type, as an index; for other faults
  // nothing.
  std::optional<std::size_t> attribute = std::nullopt;
};

// A value, or the error that stands in its place.
template <typename T>
class [[nodiscard]] ConvIntegerResult {
 public:
  ConvIntegerResult(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  ConvIntegerResult(ConvIntegerError error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }
  // Only when has_value().
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  // Only when not has_value().
  const ConvIntegerError& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, ConvIntegerError> state_;
};

// An attribute as a file has it. monostate stands for every type of attribute that ConvInteger does
// not use.
struct ConvIntegerAttribute {
  std::string_view name;
  std::variant<std::monostate, std::int64_t, std::span<const std::int64_t>, std::string_view> value;
};

// An input. A default-constructed one is an omitted optional: absent, or of the empty name.
struct ConvIntegerInput {
  bool given = false;
  ElementType type = ElementType::uint8;
  std::span<const std::int64_t> shape;
  // One byte for each element, row-major. Shape inference does not look at it.
  Bytes data;
};

// A node as a file has it. Inputs: x, w, x_zero_point, w_zero_point.
struct ConvIntegerNode {
  std::int64_t opset = 10;
  std::span<const ConvIntegerAttribute> attributes;
  std::span<const ConvIntegerInput> inputs;
};

// One spatial axis, all of it checked: every tap index fits in int64.
struct ConvIntegerAxis {
  std::uint64_t in = 1;
  std::uint64_t kernel = 1;
  std::uint64_t stride = 1;
  std::uint64_t dilation = 1;
  std::uint64_t pad_begin = 0;
  std::uint64_t pad_end = 0;
  std::uint64_t out = 1;
};

// A legal ConvInteger without its values. Comes from infer_conv_integer() only.
struct ConvIntegerShape {
  ElementType x_type = ElementType::uint8;
  ElementType w_type = ElementType::uint8;
  bool has_x_zero_point = false;
  // Elements of w_zero_point: 0 (omitted), 1, or `outputs`.
  std::uint64_t w_zero_points = 0;
  std::uint64_t batch = 0;
  std::uint64_t group = 1;
  std::uint64_t channels = 0;  // of x, over all groups
  std::uint64_t outputs = 0;   // M, over all groups
  std::vector<ConvIntegerAxis> axes;
  // Shape of y, and the elements of each operand. x, w and y elements fit in 63 bits as bytes.
  std::vector<std::uint64_t> y_shape;
  std::uint64_t x_elements = 0;
  std::uint64_t w_elements = 0;
  std::uint64_t y_elements = 0;
};

// Checks the node and computes the shape of y. Profile::compat takes zero points of shape [1] for
// scalars. An output extent of 0 is legal. Errors: every conv_integer_* rule but _limit, _buffer
// and _kernel; with several faults, the first in the order of attributes, inputs, axes. Cost:
// linear in the attributes and ranks. Source: the text of ConvInteger-10; docs/conv-integer.md
// lists what it leaves open.
ConvIntegerResult<ConvIntegerShape> infer_conv_integer(const ConvIntegerNode& node,
                                                       Profile profile = Profile::strict);

// The implementations. All give the same bits.
enum class ConvKernel : std::uint8_t {
  automatic,   // what ASSAY_CONV_KERNEL names, else the fastest that this machine has
  reference,   // straight from the definition
  portable,    // blocked, plain C++
  avx2,        // 16-bit products, which do not saturate
  avxvnni,     // vpdpbusd, 256 bits
  avx512vnni,  // vpdpbusd, 512 bits
  neon,        // sdot/udot of AArch64
};
inline constexpr ConvKernel kConvKernels[] = {ConvKernel::reference,  ConvKernel::portable,
                                              ConvKernel::avx2,       ConvKernel::avxvnni,
                                              ConvKernel::avx512vnni, ConvKernel::neon};

// "automatic", "reference", "portable", "avx2", "avxvnni", "avx512vnni", "neon".
std::string_view conv_kernel_name(ConvKernel kernel) noexcept;
std::optional<ConvKernel> find_conv_kernel(std::string_view name) noexcept;
// True when this build has the kernel and this machine can run it.
bool conv_kernel_available(ConvKernel kernel) noexcept;

// Calls fn(0) ... fn(count - 1), in any order and at the same time if it likes, and returns when
// all have returned.
using ConvParallelFor =
    std::function<void(std::uint32_t count, const std::function<void(std::uint32_t)>& fn)>;

struct ConvIntegerOptions {
  ConvKernel kernel = ConvKernel::automatic;
  // The number of calls to `fn` that a run makes, each with a part of the workspace of its own.
  std::uint32_t threads = 1;
  // How these calls are made; without it one after the other.
  ConvParallelFor parallel_for;
  // Stops: shapes of a few bytes that ask for terabytes. Exceeding either is conv-integer/limit.
  std::uint64_t max_output_bytes = std::uint64_t{1} << 31;
  // Packed weights, tables and workspace together.
  std::uint64_t max_scratch_bytes = std::uint64_t{1} << 30;
};

// A ConvInteger with its weights packed for one kernel. Copies are cheap and share the weights.
class ConvIntegerPlan {
 public:
  // `w` and `w_zero_point` are copied as far as needed; `w_zero_point` has shape.w_zero_points
  // bytes. Errors: conv-integer/limit, /buffer, /kernel. Cost: linear in w.
  static ConvIntegerResult<ConvIntegerPlan> create(const ConvIntegerShape& shape, Bytes w,
                                                   Bytes w_zero_point,
                                                   const ConvIntegerOptions& options = {});

  // Computes y. `x_zero_point` has one byte, or none if the shape has none. `workspace` has at
  // least workspace_bytes() bytes of any alignment and content. Allocates nothing (parallel_for
  // aside). Error: conv-integer/buffer when a span has the wrong size. Cost: the multiplications.
  [[nodiscard]] std::optional<ConvIntegerError> run(Bytes x, Bytes x_zero_point,
                                                    std::span<std::int32_t> y,
                                                    std::span<std::byte> workspace) const;

  // What run() needs for `options.threads` threads.
  std::uint64_t workspace_bytes() const noexcept;
  // What the plan itself holds: packed weights and tables.
  std::uint64_t packed_bytes() const noexcept;
  ConvKernel kernel() const noexcept;

 private:
  class Implementation;
  explicit ConvIntegerPlan(std::shared_ptr<const Implementation> implementation) noexcept;
  std::shared_ptr<const Implementation> implementation_;
};

struct ConvIntegerOutput {
  std::vector<std::uint64_t> shape;
  std::vector<std::int32_t> values;
};

// Inference, plan and run in one call. Errors: every conv_integer_* rule.
ConvIntegerResult<ConvIntegerOutput> conv_integer(const ConvIntegerNode& node,
                                                  const ConvIntegerOptions& options = {},
                                                  Profile profile = Profile::strict);

}  // namespace assay
