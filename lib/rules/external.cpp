#include "rules/external.hpp"

#include "external/entries.hpp"

namespace assay::rules {

void check_external(Context& context, decode::TensorRecord& tensor, const Path& path,
                    const ElementTypeInfo*, std::uint64_t, std::uint64_t) {
  auto* entries = context.arena.make<external::Entry>(tensor.external_data.size);
  if (entries == nullptr) {
    context.report(Rule::limit_memory, path, "external_data", decode::bytes_of(tensor.source),
                   "the memory budget does not hold the entries of external_data");
    return;
  }
  for (std::uint32_t i = 0; i < tensor.external_data.size; ++i) {
    entries[i] = {tensor.external_data[i].key, tensor.external_data[i].value};
  }
  const auto sink = [&](const external::EntryFault& fault) {
    if (!fault.entry) {
      context.report(fault.rule, path, "external_data", decode::bytes_of(tensor.source),
                     fault.message);
      return;
    }
    const decode::StringStringEntryRecord& entry = tensor.external_data[*fault.entry];
    const bool key = fault.part == external::Part::key;
    const decode::Text text = key ? entry.key : entry.value;
    context.report(fault.rule, path,
                   cat("external_data[", *fault.entry, "]", key ? ".key" : ".value"),
                   text.data() == nullptr ? decode::bytes_of(entry.source) : decode::bytes_of(text),
                   fault.message);
  };
  const external::ExternalEntries read =
      external::parse_entries({entries, tensor.external_data.size}, sink);
  if (read.usable) {
    tensor.external_location = *read.location;
    tensor.external_offset = read.offset.value_or(0);
  }
  if (read.usable && context.folder == nullptr) {
    context.report(Rule::external_no_folder, path, "external_data", decode::bytes_of(tensor.source),
                   "the values are in ", Quoted{*read.location},
                   "; no folder was given to look for it in");
  }
}

}  // namespace assay::rules
