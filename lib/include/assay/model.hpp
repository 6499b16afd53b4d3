// A model that passed, and everything in it.
//
//   const assay::Result<assay::Model> model = assay::Model::open("model.onnx");
//   if (!model) { ... model.report() ... }
//   for (const assay::Node node : model->graph().nodes()) { ... node.op_type() ... }
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "assay/device.hpp"
#include "assay/external.hpp"
#include "assay/file.hpp"
#include "assay/graph.hpp"
#include "assay/metadata.hpp"
#include "assay/policy.hpp"
#include "assay/range.hpp"
#include "assay/result.hpp"
#include "assay/type.hpp"

namespace assay {

namespace decode {
struct FunctionRecord;
struct TrainingInfoRecord;
}  // namespace decode

// An operator set that is relied on.
struct OpsetImport {
  std::string_view domain;  // empty for the default domain, however the file spells it
  std::int64_t version = 0;

 private:
  friend class Range<OpsetImport>;
  static OpsetImport element(const void* first, std::size_t index) noexcept;
};

// A function of the model's own. A view.
class Function {
 public:
  std::string_view name() const noexcept;
  // Empty for the default domain, however the file spells it.
  std::string_view domain() const noexcept;
  std::string_view overload() const noexcept;
  std::span<const std::string_view> inputs() const noexcept;
  std::span<const std::string_view> outputs() const noexcept;
  // The names of the attributes that a call must give, and those that have a default.
  std::span<const std::string_view> attributes() const noexcept;
  Range<Attribute> attribute_defaults() const noexcept;
  Range<Node> nodes() const noexcept;
  Range<OpsetImport> opset_imports() const noexcept;
  Range<ValueInfo> value_infos() const noexcept;
  std::string_view doc_string() const noexcept;
  Range<KeyValue> metadata() const noexcept;

 private:
  friend struct view::Access;
  friend class Range<Function>;
  explicit Function(const decode::FunctionRecord& record) noexcept : record_(&record) {}
  static Function element(const void* first, std::size_t index) noexcept;
  const decode::FunctionRecord* record_;
};

// A view.
class TrainingInfo {
 public:
  std::optional<Graph> initialization() const noexcept;
  std::optional<Graph> algorithm() const noexcept;
  // From an initializer to the value that replaces it.
  Range<KeyValue> initialization_binding() const noexcept;
  Range<KeyValue> update_binding() const noexcept;

 private:
  friend class Range<TrainingInfo>;
  explicit TrainingInfo(const decode::TrainingInfoRecord& record) noexcept : record_(&record) {}
  static TrainingInfo element(const void* first, std::size_t index) noexcept;
  const decode::TrainingInfoRecord* record_;
};

class Model : public File {
 public:
  // Judges the bytes as check() does and, when they pass, gives access to what they hold. The bytes
  // are not copied: see File. The values of external tensors are opened beneath `folder`, which
  // must outlive the model; without a folder, a model with external data is rejected unless the
  // policy lets external/no-folder pass. Never throws.
  static Result<Model> read(Bytes bytes, const Policy& policy = Policy(),
                            const ExternalFolder* folder = nullptr) noexcept;
  template <TemporaryBytes C>
  static Result<Model> read(C&& bytes, const Policy& policy = Policy(),
                            const ExternalFolder* folder = nullptr) = delete;

  // The same for a file, read or mapped (see MappingGuard), with its external data in the file's
  // own folder. The model owns all of it. A file that cannot be read is a finding.
  static Result<Model> open(const std::string& path, const Policy& policy = Policy()) noexcept;

  std::int64_t ir_version() const noexcept;
  std::int64_t model_version() const noexcept;
  std::string_view producer_name() const& noexcept;
  std::string_view producer_name() const&& = delete;
  std::string_view producer_version() const& noexcept;
  std::string_view producer_version() const&& = delete;
  std::string_view domain() const& noexcept;
  std::string_view domain() const&& = delete;
  std::string_view doc_string() const& noexcept;
  std::string_view doc_string() const&& = delete;

  Graph graph() const& noexcept;
  Graph graph() const&& = delete;
  Range<OpsetImport> opset_imports() const& noexcept;
  Range<OpsetImport> opset_imports() const&& = delete;
  Range<Function> functions() const& noexcept;
  Range<Function> functions() const&& = delete;
  Range<TrainingInfo> training_info() const& noexcept;
  Range<TrainingInfo> training_info() const&& = delete;
  Range<DeviceConfiguration> configurations() const& noexcept;
  Range<DeviceConfiguration> configurations() const&& = delete;
  Range<KeyValue> metadata() const& noexcept;
  Range<KeyValue> metadata() const&& = delete;

  // The version of an operator set, "ai.onnx" and "" being the same; 0 when it is not imported.
  // Where one is imported twice, the last one holds. Cost: linear in the imports.
  std::int64_t opset_version(std::string_view domain) const noexcept;
  // Cost: linear in the functions.
  std::optional<Function> function(std::string_view domain, std::string_view name,
                                   std::string_view overload = {}) const& noexcept;
  std::optional<Function> function(std::string_view domain, std::string_view name,
                                   std::string_view overload = {}) const&& = delete;
  // The value of a key; the first, where it stands twice. Cost: linear in the metadata.
  std::optional<std::string_view> metadata(std::string_view key) const& noexcept;
  std::optional<std::string_view> metadata(std::string_view key) const&& = delete;

 private:
  friend struct view::Access;
  using File::File;
};

}  // namespace assay
