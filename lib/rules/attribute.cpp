#include <array>

#include "base/utf8.hpp"
#include "rules/graph.hpp"
#include "rules/sparse.hpp"
#include "rules/tensor.hpp"
#include "rules/type.hpp"

namespace assay::rules {
namespace {

using decode::AttributeRecord;
using schema::MessageId;
using schema::number_of;

// The field that each AttributeType goes with, by the number of the type.
struct TypeRow {
  std::string_view type;
  std::string_view field;
  bool needs_message;  // a type whose value cannot be a default
};
constexpr std::array<TypeRow, 15> kTypes = {{
    {"UNDEFINED", "", false},
    {"FLOAT", "f", false},
    {"INT", "i", false},
    {"STRING", "s", false},
    {"TENSOR", "t", true},
    {"GRAPH", "g", true},
    {"FLOATS", "floats", false},
    {"INTS", "ints", false},
    {"STRINGS", "strings", false},
    {"TENSORS", "tensors", false},
    {"GRAPHS", "graphs", false},
    {"SPARSE_TENSOR", "sparse_tensor", true},
    {"SPARSE_TENSORS", "sparse_tensors", false},
    {"TYPE_PROTO", "tp", true},
    {"TYPE_PROTOS", "type_protos", false},
}};

constexpr std::array<std::uint32_t, kTypes.size()> kFieldNumbers = [] {
  std::array<std::uint32_t, kTypes.size()> numbers{};
  for (std::size_t i = 1; i < kTypes.size(); ++i) {
    numbers[i] = schema::message(MessageId::attribute).find(kTypes[i].field)->number;
  }
  return numbers;
}();

constexpr std::uint32_t kValueFields = [] {
  std::uint32_t fields = 0;
  for (const std::uint32_t number : kFieldNumbers) {
    fields |= 1u << number;
  }
  return fields & ~1u;
}();

constexpr std::uint32_t kType = number_of(MessageId::attribute, "type");

Bytes value_bytes(const AttributeRecord& attribute, std::uint32_t number) {
  return decode::locate(attribute.source, number);
}

void check_string(Context& context, decode::Text text, const Path& path) {
  if (is_plain_ascii(text)) {
    return;
  }
  if (const std::size_t bad = find_invalid_utf8(text); bad != text.npos) {
    context.report(Rule::attribute_string_utf8, path, "", decode::bytes_of(text).subspan(bad),
                   "the string is not UTF-8 from byte ", bad, " on");
  }
}

void check_strings(Context& context, const AttributeRecord& attribute, const Path& path) {
  check_string(context, attribute.rest->s, {&path, "s"});
  for (std::uint32_t i = 0; i < attribute.rest->strings.size; ++i) {
    check_string(context, attribute.rest->strings[i], {&path, "strings", i});
  }
}

// What is inside the attribute, whatever its type says. False when its tensor is not sound.
bool check_contents(Context& context, Body& body, AttributeRecord& attribute, const Path& path) {
  const bool sound =
      attribute.rest->t == nullptr || check_tensor(context, *attribute.rest->t, {&path, "t"});
  for (std::uint32_t i = 0; i < attribute.rest->tensors.size; ++i) {
    check_tensor(context, attribute.rest->tensors.data[i], {&path, "tensors", i});
  }
  if (attribute.rest->sparse_tensor != nullptr) {
    check_sparse_tensor(context, *attribute.rest->sparse_tensor, {&path, "sparse_tensor"});
  }
  for (std::uint32_t i = 0; i < attribute.rest->sparse_tensors.size; ++i) {
    check_sparse_tensor(context, attribute.rest->sparse_tensors.data[i],
                        {&path, "sparse_tensors", i});
  }
  if (attribute.rest->tp != nullptr) {
    check_type(context, *attribute.rest->tp, {&path, "tp"}, Audience::nobody);
  }
  for (std::uint32_t i = 0; i < attribute.rest->type_protos.size; ++i) {
    check_type(context, attribute.rest->type_protos[i], {&path, "type_protos", i},
               Audience::nobody);
  }
  const auto check_subgraph = [&](decode::GraphRecord& graph, const Path& where) {
    const Scope::Graph around = body.scope.enter();
    check_graph(context, body, graph, where, Level::sub);
    body.scope.leave(around);
  };
  if (attribute.rest->g != nullptr) {
    check_subgraph(*attribute.rest->g, {&path, "g"});
  }
  for (std::uint32_t i = 0; i < attribute.rest->graphs.size; ++i) {
    check_subgraph(attribute.rest->graphs.data[i], {&path, "graphs", i});
  }
  return sound;
}

void check_value(Context& context, Body& body, const AttributeRecord& attribute, const Path& path) {
  context.check_age(attribute, path);
  if (attribute.rest.made != nullptr) {
    check_strings(context, attribute, path);
  }
  const Bytes whole = decode::bytes_of(attribute.source);
  if (attribute.name.empty()) {
    context.report(Rule::attribute_name, path, "name", whole, "the attribute has no name");
  }
  const auto type = static_cast<std::size_t>(attribute.type);  // the decoder lets 0 to 14 pass
  const std::uint32_t values = attribute.source.present & kValueFields;
  const bool several = values != 0 && (values & (values - 1)) != 0;
  std::size_t filled = 0;  // the type whose field is filled
  std::size_t second = 0;
  if (values == 1u << kFieldNumbers[type]) {
    filled = type;
  } else {
    for (std::size_t other = 1; other < kTypes.size(); ++other) {
      if (decode::has(attribute, kFieldNumbers[other])) {
        (filled == 0 ? filled : second) = other;
      }
    }
  }
  if (several) {
    context.report(Rule::attribute_multiple_values, path, kTypes[second].field,
                   value_bytes(attribute, kFieldNumbers[second]), "the attribute ",
                   Quoted{attribute.name}, " has ", kTypes[filled].field, " and ",
                   kTypes[second].field);
  }
  const bool reference =
      attribute.rest->ref_attr_name.data() != nullptr && !attribute.rest->ref_attr_name.empty();
  if (reference && values != 0) {
    context.report(Rule::attribute_ref_with_value, path, "ref_attr_name",
                   decode::bytes_of(attribute.rest->ref_attr_name), "the attribute ",
                   Quoted{attribute.name}, " refers to ", Quoted{attribute.rest->ref_attr_name},
                   " and has ", kTypes[filled].field);
  }
  if (reference && body.parameters == nullptr) {
    context.report(Rule::attribute_ref_outside_function, path, "ref_attr_name",
                   decode::bytes_of(attribute.rest->ref_attr_name), "ref_attr_name ",
                   Quoted{attribute.rest->ref_attr_name}, " outside a function");
  } else if (reference && body.is_complete(context) &&
             body.parameters->find(attribute.rest->ref_attr_name) == nullptr) {
    context.report(Rule::function_undeclared_attribute, path, "ref_attr_name",
                   decode::bytes_of(attribute.rest->ref_attr_name),
                   "the function declares no attribute ", Quoted{attribute.rest->ref_attr_name});
  }
  if (type == 0) {
    if (decode::has(attribute, kType) && values == 0 && !reference) {
      context.report(Rule::attribute_undefined, path, "type",
                     decode::locate(attribute.source, kType), "the attribute ",
                     Quoted{attribute.name}, " is UNDEFINED and has no value");
    } else if (context.ir_version != 1) {
      context.report(Rule::attribute_type, path, "type", decode::locate(attribute.source, kType),
                     "the attribute ", Quoted{attribute.name}, " has no type");
    }
    return;
  }
  if (values != 0 && !several && filled != type) {
    context.report(Rule::attribute_type_mismatch, path, "type",
                   decode::locate(attribute.source, kType), "the type is ", kTypes[type].type,
                   " and the value is in ", kTypes[filled].field, "; the attribute is ",
                   Quoted{attribute.name});
  }
  if (values == 0 && !reference && kTypes[type].needs_message) {
    context.report(Rule::attribute_no_value, path, kTypes[type].field, whole, "the type is ",
                   kTypes[type].type, " and ", kTypes[type].field, " is missing; the attribute is ",
                   Quoted{attribute.name});
  }
}

}  // namespace

bool check_attribute(Context& context, Body& body, AttributeRecord& attribute, const Path& path) {
  const bool sound =
      attribute.rest.made == nullptr || check_contents(context, body, attribute, path);
  if (!attribute.source.damaged) {
    check_value(context, body, attribute, path);
  }
  return sound;
}

}  // namespace assay::rules
