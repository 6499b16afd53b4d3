#include "rules/function.hpp"

#include "rules/tensor.hpp"

namespace assay::rules {
namespace {

using decode::FunctionRecord;
using decode::Slice;
using decode::Text;

constexpr std::int64_t kFunctionsSince = 8;

class FunctionCheck {
 public:
  FunctionCheck(Context& context, const Body& model, FunctionRecord& function, std::uint32_t index)
      : context_(context),
        function_(function),
        path_{nullptr, "functions", index},
        parameters_(context.arena),
        opsets_(context.arena, function.opset_import.size),
        body_{model} {
    body_.opsets = &opsets_;
    body_.caller = index + 1;
    body_.parameters = &parameters_;
    body_.complete = !function_.source.damaged;
  }

  void run() {
    if (body_.complete) {
      check_identity();
    }
    check_names(function_.input, "input");
    check_names(function_.output, "output");
    declare_attributes();
    opsets_.read(context_, function_.opset_import, path_);
    const Scope::Graph around = body_.scope.enter();
    check_body();
    body_.scope.leave(around);
  }

 private:
  template <class... Parts>
  void report(Rule rule, std::string_view field, Bytes bytes, const Parts&... parts) {
    context_.report(rule, path_, field, bytes, parts...);
  }

  void check_body() {
    for (const Text input : function_.input) {
      if (!input.empty() && body_.scope.find(input) == nullptr) {
        if (Definition* made = body_.scope.define(input); made != nullptr) {
          made->is_input = true;
        }
      }
    }
    for (std::uint32_t i = 0; i < function_.attribute_proto.size; ++i) {
      check_default(i);
    }
    check_value_infos(context_, function_.value_info, path_);
    KnownValues known(context_.arena, body_.scope, function_.value_info, nullptr);
    check_nodes(context_, body_, function_.node, known, path_);
    for (std::uint32_t i = 0; i < function_.output.size && body_.is_complete(context_); ++i) {
      const Text output = function_.output[i];
      if (!output.empty() && body_.scope.find(output) == nullptr) {
        report(Rule::function_undefined_output, cat("output[", i, "]"), decode::bytes_of(output),
               "the body does not make the output ", Quoted{output});
      }
    }
  }

  void check_identity() {
    const Bytes whole = decode::bytes_of(function_.source);
    context_.check_age(function_, path_);
    check_metadata(context_, function_.metadata_props, path_);
    if (function_.name.empty()) {
      report(Rule::function_name, "name", whole, "the function has no name");
    }
    if (function_.domain.data() == nullptr && context_.ir_version >= kFunctionsSince) {
      report(Rule::function_domain, "domain", whole, "the function ", Quoted{function_.name},
             " has no domain field");
    } else if (fold(function_.domain).empty()) {
      report(Rule::function_overrides_standard, "domain", whole, "the function ",
             Quoted{function_.name}, " is defined in the domain of the standard operators");
    }
    if (function_.opset_import.empty()) {
      report(Rule::opset_missing, "opset_import", whole, "the function ", Quoted{function_.name},
             " imports no operator set");
    }
  }

  void check_names(const Slice<Text>& names, std::string_view field) {
    NameMap seen(context_.arena, names.size);
    for (std::uint32_t i = 0; i < names.size; ++i) {
      check_name(seen, names[i], cat(field, "[", i, "]"));
    }
  }

  bool check_name(NameMap& seen, Text name, std::string_view field) {
    if (name.empty()) {
      report(Rule::function_empty_name, field, decode::bytes_of(name), "the name is empty");
      return false;
    }
    const NameMap::Inserted inserted = seen.insert(name, 0);
    if (inserted.value != nullptr && !inserted.fresh) {
      report(Rule::function_duplicate_name, field, decode::bytes_of(name), Quoted{name},
             " stands twice");
      return false;
    }
    return true;
  }

  void declare_attributes() {
    for (std::uint32_t i = 0; i < function_.attribute.size; ++i) {
      (void)check_name(parameters_, function_.attribute[i], cat("attribute[", i, "]"));
    }
    NameMap defaults(context_.arena, function_.attribute_proto.size);
    for (std::uint32_t i = 0; i < function_.attribute_proto.size; ++i) {
      const Text name = function_.attribute_proto[i].name;
      if (name.empty()) {
        continue;  // Damaged, or judged as any attribute without a name is.
      }
      const std::string field = cat("attribute_proto[", i, "].name");
      if (!check_name(defaults, name, field)) {
        continue;
      }
      const NameMap::Inserted inserted = parameters_.insert(name, 1);
      if (inserted.value != nullptr && !inserted.fresh) {
        report(Rule::function_attribute, field, decode::bytes_of(name), Quoted{name},
               " is declared in attribute too, without a default");
      }
    }
  }

  // A default stands for a value, so it may not refer to one.
  void check_default(std::uint32_t index) {
    Body outside = body_;
    outside.parameters = nullptr;
    check_attribute(context_, outside, function_.attribute_proto.data[index],
                    {&path_, "attribute_proto", index});
  }

  Context& context_;
  FunctionRecord& function_;
  Path path_;
  NameMap parameters_;
  Opsets opsets_;
  Body body_;
};

}  // namespace

void check_function(Context& context, const Body& model, FunctionRecord& function,
                    std::uint32_t index) {
  FunctionCheck(context, model, function, index).run();
}

}  // namespace assay::rules
