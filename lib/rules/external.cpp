#include "rules/external.hpp"

#include "base/checked.hpp"
#include "rules/data_files.hpp"
#include "tensor/element_decode.hpp"

namespace assay::rules {
namespace {

using decode::StringStringEntryRecord;
using decode::TensorRecord;

// The entry that a fault is about, as a path below the tensor and as bytes.
class Entries {
 public:
  explicit Entries(const TensorRecord& tensor) : tensor_(tensor) {}

  void report(Context& context, const Path& path, const external::EntryFault& fault) const {
    if (fault.entry) {
      const StringStringEntryRecord& entry = tensor_.rest->external_data[*fault.entry];
      const bool key = fault.part == external::Part::key;
      report_text(context, path, fault.rule, fault.message, *fault.entry, key ? ".key" : ".value",
                  key ? entry.key : entry.value);
    } else {
      report_whole(context, path, fault.rule, fault.message);
    }
  }

  void report(Context& context, const Path& path, const external::Fault& fault,
              std::optional<std::size_t> entry) const {
    if (entry) {
      report_text(context, path, fault.rule, fault.message, *entry, ".value",
                  tensor_.rest->external_data[*entry].value);
    } else {
      report_whole(context, path, fault.rule, fault.message);
    }
  }

 private:
  void report_text(Context& context, const Path& path, Rule rule, std::string_view message,
                   std::size_t index, std::string_view part, decode::Text text) const {
    const decode::Source& source = tensor_.rest->external_data[index].source;
    context.report(rule, path, cat("external_data[", index, "]", part),
                   text.data() == nullptr ? decode::bytes_of(source) : decode::bytes_of(text),
                   message);
  }
  void report_whole(Context& context, const Path& path, Rule rule, std::string_view message) const {
    context.report(rule, path, "external_data", decode::bytes_of(tensor_.source), message);
  }

  const TensorRecord& tensor_;
};

}  // namespace

void check_external(Context& context, TensorRecord& tensor, const Path& path,
                    const ElementTypeInfo* info, std::uint64_t elements, std::uint64_t bytes) {
  const Entries entries(tensor);
  auto* listed = context.arena.make<external::Entry>(tensor.rest->external_data.size);
  if (listed == nullptr) {
    return;
  }
  for (std::uint32_t i = 0; i < tensor.rest->external_data.size; ++i) {
    listed[i] = {tensor.rest->external_data[i].key, tensor.rest->external_data[i].value};
  }
  const external::ExternalEntries read = external::parse_entries(
      {listed, tensor.rest->external_data.size},
      [&](const external::EntryFault& fault) { entries.report(context, path, fault); });
  // Of two locations nobody knows which is meant, unless the policy says that the last is.
  if (!read.usable || (read.repeated && context.findings.refuses(Rule::external_duplicate_key))) {
    return;
  }
  tensor.rest.made->external_location = *read.location;
  tensor.rest.made->external_offset = read.offset.value_or(0);
  if (context.files == nullptr) {
    context.report(Rule::external_no_folder, path, "external_data", decode::bytes_of(tensor.source),
                   "the values are in ", Quoted{*read.location},
                   "; no folder was given to look for it in");
    return;
  }
  if (info == nullptr || info->type == ElementType::string) {
    return;  // What is wrong with them has been said; how many bytes to look for is not known.
  }
  external::DataFiles& files = context.files->data();
  const auto sink = [&](const external::Fault& fault) {
    entries.report(context, path, fault, read.entry(fault.key));
  };
  const auto range = files.find(read, bytes, sink);
  context.files->note_user(tensor, path);
  if (!range) {
    return;
  }
  tensor.rest.made->external = files.view(*range).value_or(Bytes{});
  tensor.rest.made->external_file = narrow<std::uint32_t>(range->file + 1);
  tensor.rest.made->external_files = &files;
  // The values of all other types are what they are: nobody looks at them.
  std::optional<Bytes> values;
  if (info->type == ElementType::boolean) {
    values = external_values(context, tensor, path);
  } else if (padding_mask(*info, elements) != std::byte{0}) {
    values = files.read({range->file, range->offset + range->length - 1, 1}, sink);
  }
  if (values) {
    check_values(context, *info, elements, *values, path, "external_data",
                 decode::bytes_of(tensor.rest->external_location));
  }
}

std::optional<Bytes> external_values(Context& context, TensorRecord& tensor, const Path& path) {
  std::uint64_t bytes = 0;
  const ElementTypeInfo* info = find_element_type(tensor.data_type);
  if (context.files == nullptr || tensor.rest->external_file == 0 || info == nullptr ||
      !raw_data_bytes(*info, tensor.elements, bytes)) {
    return std::nullopt;
  }
  const external::DataFiles::Range range{tensor.rest->external_file - 1u,
                                         tensor.rest->external_offset, bytes};
  const auto values = context.files->data().read(range, [&](const external::Fault& fault) {
    context.report(fault.rule, path, "external_data", decode::bytes_of(tensor.source),
                   fault.message);
  });
  tensor.rest.made->external = values.value_or(Bytes());
  return values;
}

}  // namespace assay::rules
