// The plan: weights packed once, and the loop over blocks, tiles and steps.
//
// A run is cut into tasks: a block of outputs of one image and group, and a share of its output
// channels. A task packs the x that its block reads and sends tiles over it. A thread does the
// tasks of its own part first, the same in every run, so that x and y may still be in its cache,
// and then helps out in the others'. All of its memory is a slot of the caller's workspace.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <new>

#include "assay/conv_integer.hpp"

#include "base/checked.hpp"
#include "ops/conv_layout.hpp"
#include "ops/conv_pack.hpp"
#include "ops/conv_reference.hpp"
#include "ops/conv_text.hpp"

namespace assay {
namespace {

using conv::fault;

constexpr std::uint64_t kAlignment = 64;
// What a tile reads of x should stay in the first-level cache while the weights go by.
constexpr std::uint64_t kTileTarget = 16u << 10;
constexpr char kEnvironment[] = "ASSAY_CONV_KERNEL";

constexpr std::uint64_t aligned(std::uint64_t bytes) noexcept {
  return saturating_mul(ceil_div(bytes, kAlignment), kAlignment);
}

ConvIntegerResult<ConvKernel> choose_kernel(ConvKernel wanted) {
  if (wanted == ConvKernel::automatic) {
    const char* name = std::getenv(kEnvironment);
    if (name != nullptr && *name != '\0') {
      const auto found = find_conv_kernel(name);
      if (!found) {
        return fault(Rule::conv_integer_kernel, kEnvironment, " names the unknown kernel ",
                     Quoted{name});
      }
      wanted = *found;
    }
  }
  if (wanted == ConvKernel::automatic) {
    // Fastest first.
    for (const ConvKernel kernel : {ConvKernel::avx512vnni, ConvKernel::avxvnni, ConvKernel::avx2,
                                    ConvKernel::neon, ConvKernel::portable}) {
      if (conv_kernel_available(kernel)) {
        return kernel;
      }
    }
  }
  if (!conv_kernel_available(wanted)) {
    return fault(Rule::conv_integer_kernel, "kernel ", conv_kernel_name(wanted),
                 " cannot run on this machine");
  }
  return wanted;
}

std::optional<ConvIntegerError> check_size(std::string_view name, std::uint64_t bytes,
                                           std::uint64_t expected) {
  if (bytes == expected) {
    return std::nullopt;
  }
  return fault(Rule::conv_integer_buffer, name, " has ", bytes, " bytes; its shape needs ",
               expected);
}

ConvIntegerError no_memory() {
  return {Rule::conv_integer_limit, "the machine is out of memory"};
}

}  // namespace

class ConvIntegerPlan::Implementation {
 public:
  Implementation(ConvIntegerShape shape, const ConvIntegerOptions& options)
      : shape_(std::move(shape)), options_(options) {
    options_.threads = std::max(options_.threads, 1u);
  }

  std::optional<ConvIntegerError> prepare(ConvKernel kernel, Bytes w, Bytes w_zero_point);
  void run(Bytes x, Bytes x_zero_point, std::span<std::int32_t> y,
           std::span<std::byte> workspace) const;

  const ConvIntegerShape& shape() const noexcept { return shape_; }
  ConvKernel kernel() const noexcept { return kernel_; }
  std::uint64_t packed_bytes() const noexcept { return packed_bytes_; }
  std::uint64_t workspace_bytes() const noexcept {
    if (layout_.block_bytes == 0) {
      return 0;
    }
    return saturating_add(kAlignment + init_bytes(), saturating_mul(slot_.bytes, options_.threads));
  }

 private:
  // Where the parts of a thread's slot of the workspace begin.
  struct Slot {
    std::uint64_t rows = 0;
    std::uint64_t vectors = 0;
    std::uint64_t window_vectors = 0;
    std::uint64_t windows = 0;
    std::uint64_t next_task = 0;
    std::uint64_t bytes = 0;
  };
  // What a thread knows between two tasks.
  struct Worker {
    std::byte* slot = nullptr;
    std::uint64_t rows = 0;  // the vectors listed are those of a block of this size
    std::uint64_t columns = 0;
    std::size_t vector_count = 0;
  };
  struct Run {
    conv::XSource x;
    std::int32_t* y = nullptr;
    const std::uint32_t* init = nullptr;
    std::byte* slots = nullptr;
  };
  // The next task of a thread's part; anybody may take it.
  using NextTask = std::atomic<std::uint64_t>;

  std::uint64_t init_bytes() const noexcept {
    return aligned(saturating_mul(shape_.outputs, sizeof(std::uint32_t)));
  }
  bool has_windows() const noexcept { return !weights_.ones.empty(); }
  void lay_out_slot() noexcept;
  void fill_init(std::int32_t zero, std::uint32_t* init) const noexcept;
  std::uint64_t task_count() const noexcept;
  // Where the tasks of a thread's part begin; those of the next thread's are the end.
  std::uint64_t first_task(std::uint32_t thread) const noexcept;
  void work(const Run& run, std::uint32_t thread) const noexcept;
  void run_task(const Run& run, Worker& worker, std::uint64_t task) const noexcept;
  void list_vectors(Worker& worker, const conv::BlockPosition& position) const noexcept;
  void sum_windows(const Worker& worker, std::size_t first, std::size_t count) const noexcept;
  void run_tiles(const Run& run, const Worker& worker, const conv::BlockPosition& position,
                 std::size_t first_block, std::size_t end_block) const noexcept;
  void run_rows(conv::Tile tile, std::uint64_t rows, std::size_t count) const noexcept;
  template <typename T>
  static T* part(const Worker& worker, std::uint64_t offset) noexcept {
    return reinterpret_cast<T*>(worker.slot + offset);
  }

  ConvIntegerShape shape_;
  ConvIntegerOptions options_;
  ConvKernel kernel_ = ConvKernel::reference;
  std::uint64_t packed_bytes_ = 0;
  // For the reference.
  std::vector<std::byte> w_;
  std::vector<std::byte> w_zero_point_;
  // For the others. block_bytes is 0 when there is nothing to multiply.
  const conv::Kernel* functions_ = nullptr;
  conv::Layout layout_;
  conv::PackedWeights weights_;
  Slot slot_;
  std::uint64_t row_shares_ = 1;     // tasks that share the output channels of a block
  std::size_t vectors_at_once_ = 1;  // that all output channels go over before the next ones
};

std::optional<ConvIntegerError> ConvIntegerPlan::Implementation::prepare(ConvKernel kernel, Bytes w,
                                                                         Bytes w_zero_point) {
  kernel_ = kernel;
  const auto too_large = [&](std::uint64_t bytes) {
    return fault(Rule::conv_integer_limit, "packed weights and workspace need ", bytes,
                 " bytes; the limit is ", options_.max_scratch_bytes);
  };
  const bool is_empty = shape_.y_elements == 0 || shape_.x_elements == 0 || shape_.w_elements == 0;
  if (kernel == ConvKernel::reference || is_empty) {
    packed_bytes_ = w.size() + w_zero_point.size();
    if (packed_bytes_ > options_.max_scratch_bytes) {
      return too_large(packed_bytes_);
    }
    w_.assign(w.begin(), w.end());
    w_zero_point_.assign(w_zero_point.begin(), w_zero_point.end());
    return std::nullopt;
  }
  functions_ = conv::find_kernel(kernel);
  // The tables of steps, before they are made.
  const std::uint64_t factors = shape_.w_elements / shape_.outputs;
  const std::uint64_t tables = saturating_mul(factors, sizeof(conv::Step) + sizeof(std::uint32_t));
  if (tables > options_.max_scratch_bytes) {
    return too_large(tables);
  }
  auto layout = conv::lay_out(shape_, *functions_, options_.threads);
  if (!layout) {
    return fault(Rule::conv_integer_limit, "a block of x would not fit in 31 bits");
  }
  layout_ = *std::move(layout);
  packed_bytes_ = saturating_add(conv::packed_weight_bytes(shape_, layout_, *functions_), tables);
  // Windows are not known to be needed before the weights are packed; the limit counts them.
  lay_out_slot();
  const std::uint64_t all = saturating_add(packed_bytes_, workspace_bytes());
  if (all > options_.max_scratch_bytes) {
    return too_large(all);
  }
  weights_ = conv::pack_weights(shape_, layout_, *functions_, w, w_zero_point);
  layout_.steps = {};
  const std::uint64_t blocks =
      layout_.batch * layout_.group * layout_.outer_out * layout_.y_blocks() * layout_.x_blocks();
  if (options_.threads > 1 && blocks < 2 * std::uint64_t{options_.threads}) {
    row_shares_ = std::min<std::uint64_t>(weights_.blocks.size(),
                                          ceil_div(2 * std::uint64_t{options_.threads}, blocks));
  }
  return std::nullopt;
}

void ConvIntegerPlan::Implementation::lay_out_slot() noexcept {
  const std::uint64_t source_rows = saturating_mul(layout_.members, layout_.source_offsets.size());
  const std::uint64_t vector_bytes =
      aligned(saturating_mul(layout_.max_vectors, sizeof(conv::Vector)));
  // Bytes of x that a vector reads: its cells of every plane, in each row that a tap shifts it to.
  const std::uint64_t planes = layout_.block_bytes / layout_.plane_bytes;
  const std::uint64_t vector_reads =
      planes * (layout_.y_layout.max_shift + 1) * functions_->lanes * functions_->cell_bytes;
  const std::uint64_t fitting = std::max<std::uint64_t>(kTileTarget / vector_reads, 1);
  vectors_at_once_ = ceil_div(fitting, conv::kMaxVectors) * conv::kMaxVectors;
  vectors_at_once_ = std::min<std::uint64_t>(vectors_at_once_, layout_.max_vectors);
  slot_.rows = aligned(layout_.block_bytes + conv::kSlack);
  slot_.vectors = slot_.rows + aligned(saturating_mul(source_rows, layout_.source_row_bytes));
  slot_.window_vectors = slot_.vectors + vector_bytes;
  slot_.windows = slot_.window_vectors + vector_bytes;
  slot_.next_task =
      slot_.windows + aligned(vectors_at_once_ * functions_->lanes * sizeof(std::uint32_t));
  slot_.bytes = slot_.next_task + aligned(sizeof(NextTask));
}

// The sums start from what the zero points add to each of them:
//   sum (x - zx)(w - zw) = sum x w - zw * sum x - zx * sum (w - zw)
void ConvIntegerPlan::Implementation::fill_init(std::int32_t zero,
                                                std::uint32_t* init) const noexcept {
  for (std::uint64_t m = 0; m < shape_.outputs; ++m) {
    const std::int64_t product =
        weights_.sums.empty() ? 0 : std::int64_t{weights_.sums[m]} * std::int64_t{zero};
    init[m] = static_cast<std::uint32_t>(-product);
  }
}

void ConvIntegerPlan::Implementation::run(Bytes x, Bytes x_zero_point, std::span<std::int32_t> y,
                                          std::span<std::byte> workspace) const {
  if (functions_ == nullptr) {
    conv::reference(shape_, x, x_zero_point, w_, w_zero_point_, y);
    return;
  }
  const bool is_signed = shape_.x_type == ElementType::int8;
  const std::uint8_t flip = is_signed != functions_->is_signed ? 0x80 : 0;
  const std::byte zero = x_zero_point.empty() ? std::byte{0} : x_zero_point[0];
  const auto address = std::bit_cast<std::uintptr_t>(workspace.data());
  std::byte* memory = workspace.data() + (kAlignment - address % kAlignment) % kAlignment;
  auto* init = reinterpret_cast<std::uint32_t*>(memory);
  const std::byte flipped = zero ^ std::byte{flip};
  fill_init(
      conv::element_value(flipped, functions_->is_signed ? ElementType::int8 : ElementType::uint8),
      init);
  Run run;
  run.x = {x.data(), x.data() + x.size(), zero, flip};
  run.y = y.data();
  run.init = init;
  run.slots = memory + init_bytes();
  for (std::uint32_t thread = 0; thread < options_.threads; ++thread) {
    new (run.slots + thread * slot_.bytes + slot_.next_task) NextTask(first_task(thread));
  }
  if (options_.threads == 1 || !options_.parallel_for) {
    for (std::uint32_t thread = 0; thread < options_.threads; ++thread) {
      work(run, thread);
    }
    return;
  }
  options_.parallel_for(options_.threads,
                        [this, &run](std::uint32_t thread) { work(run, thread); });
}

std::uint64_t ConvIntegerPlan::Implementation::task_count() const noexcept {
  return layout_.batch * layout_.group * layout_.outer_out * layout_.y_blocks() *
         layout_.x_blocks() * row_shares_;
}

std::uint64_t ConvIntegerPlan::Implementation::first_task(std::uint32_t thread) const noexcept {
  const std::uint64_t tasks = task_count();
  return tasks / options_.threads * thread +
         std::min<std::uint64_t>(tasks % options_.threads, thread);
}

void ConvIntegerPlan::Implementation::work(const Run& run, std::uint32_t thread) const noexcept {
  Worker worker;
  worker.slot = run.slots + thread * slot_.bytes;
  for (std::uint32_t i = 0; i < options_.threads; ++i) {
    const std::uint32_t owner = (thread + i) % options_.threads;
    const std::uint64_t end = first_task(owner + 1);
    auto& next = *std::launder(
        reinterpret_cast<NextTask*>(run.slots + owner * slot_.bytes + slot_.next_task));
    for (;;) {
      const std::uint64_t task = next.fetch_add(1, std::memory_order_relaxed);
      if (task >= end) {
        break;
      }
      run_task(run, worker, task);
    }
  }
}

void ConvIntegerPlan::Implementation::run_task(const Run& run, Worker& worker,
                                               std::uint64_t task) const noexcept {
  const auto take = [&task](std::uint64_t extent) {
    const std::uint64_t index = task % extent;
    task /= extent;
    return index;
  };
  const std::uint64_t share = take(row_shares_);
  conv::BlockPosition position;
  position.first_column = take(layout_.x_blocks()) * layout_.columns;
  position.first_row = take(layout_.y_blocks()) * layout_.rows;
  position.outer = take(layout_.outer_out);
  position.group = take(layout_.group);
  position.image = task;
  position.columns = std::min(layout_.columns, layout_.x.out - position.first_column);
  position.rows = std::min(layout_.rows, layout_.y.out - position.first_row);
  conv::pack_block(layout_, *functions_, run.x, position, worker.slot, worker.slot + slot_.rows);
  list_vectors(worker, position);
  const std::uint64_t blocks = weights_.blocks.size();
  run_tiles(run, worker, position, share * blocks / row_shares_,
            (share + 1) * blocks / row_shares_);
}

void ConvIntegerPlan::Implementation::list_vectors(
    Worker& worker, const conv::BlockPosition& position) const noexcept {
  if (worker.rows == position.rows && worker.columns == position.columns) {
    return;
  }
  worker.rows = position.rows;
  worker.columns = position.columns;
  auto* vectors = part<conv::Vector>(worker, slot_.vectors);
  worker.vector_count =
      conv::list_vectors(layout_, *functions_, position.rows, position.columns, vectors);
  if (!has_windows()) {
    return;
  }
  // The same, but with every lane kept in its place.
  auto* window_vectors = part<conv::Vector>(worker, slot_.window_vectors);
  const auto all = narrow<std::uint32_t>((std::uint64_t{1} << functions_->lanes) - 1);
  for (std::size_t i = 0; i < worker.vector_count; ++i) {
    window_vectors[i] = {vectors[i].cell, all, i % vectors_at_once_ * functions_->lanes};
  }
}

void ConvIntegerPlan::Implementation::run_tiles(const Run& run, const Worker& worker,
                                                const conv::BlockPosition& position,
                                                std::size_t first_block,
                                                std::size_t end_block) const noexcept {
  const std::uint64_t plane = layout_.outer_out * layout_.y.out * layout_.x.out;
  const std::uint64_t first_output =
      (position.image * layout_.group + position.group) * layout_.outputs;
  const std::uint64_t offset =
      (position.outer * layout_.y.out + position.first_row) * layout_.x.out + position.first_column;
  const std::uint64_t row_bytes = layout_.step_offsets.size() * functions_->cell_bytes;
  const std::byte* w = weights_.bytes.data() + position.group * weights_.group_bytes;
  conv::Tile tile;
  tile.x = worker.slot;
  tile.steps = layout_.step_offsets.data();
  tile.step_count = layout_.step_offsets.size();
  tile.y_stride = plane;
  for (std::size_t first = 0; first < worker.vector_count; first += vectors_at_once_) {
    const std::size_t count = std::min(vectors_at_once_, worker.vector_count - first);
    if (has_windows()) {
      sum_windows(worker, first, count);
    }
    for (std::size_t b = first_block; b < end_block; ++b) {
      const conv::RowBlock& block = weights_.blocks[b];
      const std::uint64_t m = position.group * layout_.outputs + block.first;
      tile.w = w + block.first * row_bytes;
      tile.init = run.init + m;
      tile.vectors = part<conv::Vector>(worker, slot_.vectors) + first;
      tile.y = run.y + (first_output + block.first) * plane + offset;
      if (has_windows()) {
        tile.factor = weights_.factors.data() + m;
        tile.window = part<std::uint32_t>(worker, slot_.windows);
      }
      run_rows(tile, block.rows, count);
    }
  }
}

void ConvIntegerPlan::Implementation::sum_windows(const Worker& worker, std::size_t first,
                                                  std::size_t count) const noexcept {
  constexpr std::uint32_t kZero = 0;
  conv::Tile tile;
  tile.x = worker.slot;
  tile.steps = layout_.step_offsets.data();
  tile.step_count = layout_.step_offsets.size();
  tile.w = weights_.ones.data();
  tile.init = &kZero;
  tile.vectors = part<conv::Vector>(worker, slot_.window_vectors) + first;
  tile.y = part<std::int32_t>(worker, slot_.windows);
  run_rows(tile, 1, count);
}

void ConvIntegerPlan::Implementation::run_rows(conv::Tile tile, std::uint64_t rows,
                                               std::size_t count) const noexcept {
  if (rows == 1 && tile.step_count <= conv::kMaxLineSteps &&
      functions_->lines[tile.step_count] != nullptr) {
    tile.count = count;
    functions_->lines[tile.step_count](tile);
    return;
  }
  const std::size_t most = functions_->max_vectors[rows - 1];
  for (std::size_t tiles = ceil_div(count, most); tiles > 0; --tiles) {
    const std::size_t now = ceil_div(count, tiles);
    tile.count = now;
    functions_->tiles[rows - 1][now - 1](tile);
    tile.vectors += now;
    if (tile.window != nullptr) {
      tile.window += now * functions_->lanes;
    }
    count -= now;
  }
}

ConvIntegerPlan::ConvIntegerPlan(std::shared_ptr<const Implementation> implementation) noexcept
    : implementation_(std::move(implementation)) {}

ConvIntegerResult<ConvIntegerPlan> ConvIntegerPlan::create(const ConvIntegerShape& shape, Bytes w,
                                                           Bytes w_zero_point,
                                                           const ConvIntegerOptions& options) {
  if (auto wrong = check_size("w", w.size(), shape.w_elements)) {
    return *std::move(wrong);
  }
  if (auto wrong = check_size("w_zero_point", w_zero_point.size(), shape.w_zero_points)) {
    return *std::move(wrong);
  }
  const std::uint64_t output_bytes = saturating_mul(shape.y_elements, sizeof(std::int32_t));
  if (output_bytes > options.max_output_bytes) {
    return fault(Rule::conv_integer_limit, "y needs ", output_bytes, " bytes; the limit is ",
                 options.max_output_bytes);
  }
  const auto kernel = choose_kernel(options.kernel);
  if (!kernel) {
    return kernel.error();
  }
  try {
    auto implementation = std::make_shared<Implementation>(shape, options);
    if (auto wrong = implementation->prepare(kernel.value(), w, w_zero_point)) {
      return *std::move(wrong);
    }
    return ConvIntegerPlan(std::move(implementation));
  } catch (const std::bad_alloc&) {
    return no_memory();
  }
}

std::optional<ConvIntegerError> ConvIntegerPlan::run(Bytes x, Bytes x_zero_point,
                                                     std::span<std::int32_t> y,
                                                     std::span<std::byte> workspace) const {
  const ConvIntegerShape& shape = implementation_->shape();
  if (auto wrong = check_size("x", x.size(), shape.x_elements)) {
    return wrong;
  }
  if (auto wrong =
          check_size("x_zero_point", x_zero_point.size(), shape.has_x_zero_point ? 1 : 0)) {
    return wrong;
  }
  if (auto wrong = check_size("y", y.size_bytes(), shape.y_elements * sizeof(std::int32_t))) {
    return wrong;
  }
  if (workspace.size() < workspace_bytes()) {
    return fault(Rule::conv_integer_buffer, "the workspace has ", workspace.size(),
                 " bytes; it should have at least ", workspace_bytes());
  }
  implementation_->run(x, x_zero_point, y, workspace);
  return std::nullopt;
}

std::uint64_t ConvIntegerPlan::workspace_bytes() const noexcept {
  return implementation_->workspace_bytes();
}
std::uint64_t ConvIntegerPlan::packed_bytes() const noexcept {
  return implementation_->packed_bytes();
}
ConvKernel ConvIntegerPlan::kernel() const noexcept {
  return implementation_->kernel();
}

ConvIntegerResult<ConvIntegerOutput> conv_integer(const ConvIntegerNode& node,
                                                  const ConvIntegerOptions& options,
                                                  Profile profile) {
  const auto shape = infer_conv_integer(node, profile);
  if (!shape) {
    return shape.error();
  }
  const auto data = [&](std::size_t i) {
    return i < node.inputs.size() && node.inputs[i].given ? node.inputs[i].data : Bytes();
  };
  const auto plan = ConvIntegerPlan::create(shape.value(), data(1), data(3), options);
  if (!plan) {
    return plan.error();
  }
  try {
    ConvIntegerOutput output{shape.value().y_shape, {}};
    output.values.resize(shape.value().y_elements);
    std::vector<std::byte> workspace(plan.value().workspace_bytes());
    if (auto wrong = plan.value().run(data(0), data(2), output.values, workspace)) {
      return *std::move(wrong);
    }
    return output;
  } catch (const std::bad_alloc&) {
    return no_memory();
  }
}

}  // namespace assay
