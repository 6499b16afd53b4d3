#include "assay/model.hpp"

#include "rules/names.hpp"
#include "view/access.hpp"

namespace assay {
namespace {

using decode::FunctionRecord;
using decode::ModelRecord;
using decode::TrainingInfoRecord;

const ModelRecord& record_of(const rules::Document& document) noexcept {
  return view::root<ModelRecord>(document);
}

// The report on a file of which there is nothing to judge.
Report refusal(Rule rule, std::uint64_t bytes, std::string message) {
  Report report;
  report.bytes = bytes;
  report.errors = 1;
  report.findings.push_back({rule, Severity::error, std::move(message), "", 0, bytes});
  return report;
}

}  // namespace

OpsetImport OpsetImport::element(const void* first, std::size_t index) noexcept {
  const auto& record = view::at<decode::OperatorSetIdRecord>(first, index);
  return {rules::fold(record.domain), record.version};
}

std::string_view Function::name() const noexcept {
  return record_->name;
}
std::string_view Function::domain() const noexcept {
  return rules::fold(record_->domain);
}
std::string_view Function::overload() const noexcept {
  return record_->overload;
}
std::span<const std::string_view> Function::inputs() const noexcept {
  return view::texts(record_->input);
}
std::span<const std::string_view> Function::outputs() const noexcept {
  return view::texts(record_->output);
}
std::span<const std::string_view> Function::attributes() const noexcept {
  return view::texts(record_->attribute);
}
Range<Attribute> Function::attribute_defaults() const noexcept {
  return view::range<Attribute>(record_->attribute_proto);
}
Range<Node> Function::nodes() const noexcept {
  return view::range<Node>(record_->node);
}
Range<OpsetImport> Function::opset_imports() const noexcept {
  return view::range<OpsetImport>(record_->opset_import);
}
Range<ValueInfo> Function::value_infos() const noexcept {
  return view::range<ValueInfo>(record_->value_info);
}
std::string_view Function::doc_string() const noexcept {
  return record_->doc_string;
}
Range<KeyValue> Function::metadata() const noexcept {
  return view::range<KeyValue>(record_->metadata_props);
}
Function Function::element(const void* first, std::size_t index) noexcept {
  return Function(view::at<FunctionRecord>(first, index));
}

std::optional<Graph> TrainingInfo::initialization() const noexcept {
  return view::make_if<Graph>(record_->initialization);
}
std::optional<Graph> TrainingInfo::algorithm() const noexcept {
  return view::make_if<Graph>(record_->algorithm);
}
Range<KeyValue> TrainingInfo::initialization_binding() const noexcept {
  return view::range<KeyValue>(record_->initialization_binding);
}
Range<KeyValue> TrainingInfo::update_binding() const noexcept {
  return view::range<KeyValue>(record_->update_binding);
}
TrainingInfo TrainingInfo::element(const void* first, std::size_t index) noexcept {
  return TrainingInfo(view::at<TrainingInfoRecord>(first, index));
}

Result<Model> Model::read(Bytes bytes, const Policy& policy,
                          const ExternalFolder* folder) noexcept {
  return view::read_file<Model>(bytes, Kind::model, policy, folder);
}

Result<Model> Model::open(const std::string& path, const Policy& policy) noexcept {
  std::uint64_t size = 0;
  try {
    auto document = std::make_unique<rules::Document>();
    const MappedFile& file =
        document->file.emplace(MappedFile::open(path, policy.limits.file_bytes));
    size = file.bytes().size();
    if (!file.error().empty()) {
      return Result<Model>(refusal(Rule::file_unreadable, size, file.error()));
    }
    const ExternalFolder& folder = document->folder.emplace(ExternalFolder::for_model(path));
    Report report = rules::read_document(file.bytes(), Kind::model, policy, &folder, *document);
    if (file.changed()) {
      return Result<Model>(
          refusal(Rule::file_changed, size, "the file was changed while it was read"));
    }
    return view::result<Model>(std::move(document), std::move(report));
  } catch (const std::bad_alloc&) {
    return Result<Model>(rules::out_of_memory_report(Kind::model, size));
  }
}

std::int64_t Model::ir_version() const noexcept {
  return record_of(document()).ir_version;
}
std::int64_t Model::model_version() const noexcept {
  return record_of(document()).model_version;
}
std::string_view Model::producer_name() const& noexcept {
  return record_of(document()).producer_name;
}
std::string_view Model::producer_version() const& noexcept {
  return record_of(document()).producer_version;
}
std::string_view Model::domain() const& noexcept {
  return record_of(document()).domain;
}
std::string_view Model::doc_string() const& noexcept {
  return record_of(document()).doc_string;
}
Graph Model::graph() const& noexcept {
  return view::make_or_empty<Graph>(record_of(document()).graph);
}
Range<OpsetImport> Model::opset_imports() const& noexcept {
  return view::range<OpsetImport>(record_of(document()).opset_import);
}
Range<Function> Model::functions() const& noexcept {
  return view::range<Function>(record_of(document()).functions);
}
Range<TrainingInfo> Model::training_info() const& noexcept {
  return view::range<TrainingInfo>(record_of(document()).training_info);
}
Range<DeviceConfiguration> Model::configurations() const& noexcept {
  return view::range<DeviceConfiguration>(record_of(document()).configuration);
}
Range<KeyValue> Model::metadata() const& noexcept {
  return view::range<KeyValue>(record_of(document()).metadata_props);
}

std::int64_t Model::opset_version(std::string_view domain) const noexcept {
  std::int64_t version = 0;
  for (const OpsetImport& import : opset_imports()) {
    if (import.domain == rules::fold(domain)) {
      version = import.version;
    }
  }
  return version;
}

std::optional<Function> Model::function(std::string_view domain, std::string_view name,
                                        std::string_view overload) const& noexcept {
  for (const Function& function : functions()) {
    if (function.name() == name && function.overload() == overload &&
        function.domain() == rules::fold(domain)) {
      return function;
    }
  }
  return std::nullopt;
}

std::optional<std::string_view> Model::metadata(std::string_view key) const& noexcept {
  for (const KeyValue& entry : metadata()) {
    if (entry.key == key) {
      return entry.value;
    }
  }
  return std::nullopt;
}

}  // namespace assay
