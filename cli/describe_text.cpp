// The text form of `assay inspect`, made of its JSON form: one truth, two ways to show it.
#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <iterator>

#include "cli/describe.hpp"

namespace assay::cli {
namespace {

// Lines of a list that are shown; the rest is counted.
constexpr std::size_t kMostLines = 20;
constexpr std::size_t kLongestMetadata = 60;

std::string text_of(const Description& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string counted(const Description& count, std::string_view noun) {
  return fmt::format("{} {}{}", text_of(count), noun, count == 1 ? "" : "s");
}

std::string joined(const Description& list) {
  std::string text;
  for (const Description& value : list) {
    text += (text.empty() ? "" : ", ") + text_of(value);
  }
  return text;
}

// The first values of a tensor, and a sign that there are more.
std::string values_text(const Description& values, std::uint64_t all) {
  if (values.empty()) {
    return "";
  }
  return ": " + joined(values) + (values.size() < all ? ", ..." : "");
}

class Writer {
 public:
  std::string take() { return std::move(out_); }

  void line(std::size_t indent, std::string_view text) {
    out_.append(2 * indent, ' ');
    out_ += text;
    out_ += '\n';
  }

  // "label     text"
  void fact(std::string_view label, std::string_view text) {
    line(1, fmt::format("{:<15} {}", label, text));
  }

  // A fact with a line for each item, as many as are shown.
  void facts(std::string_view label, const Description& list,
             const std::function<std::string(const Description&)>& text) {
    if (list.empty()) {
      fact(label, "none");
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i == kMostLines) {
        fact("", fmt::format("and {} more", list.size() - i));
        break;
      }
      fact(i == 0 ? label : "", text(list[i]));
    }
  }

  // Anything that can be in a value file, itself and what it holds.
  void thing(std::size_t indent, std::string_view label, const Description& thing) {
    std::string head(label);
    if (const std::string name = thing["name"]; !name.empty()) {
      head += fmt::format("{}\"{}\"", head.empty() ? "" : " ", name);
    }
    head += head.empty() ? "" : ": ";
    if (thing.contains("storage")) {
      line(indent, head + tensor_text(thing));
    } else if (thing.contains("form")) {
      sparse_tensor(indent, head, thing);
    } else if (thing.contains("elements")) {
      line(indent, fmt::format("{}sequence of {}, {}", head, text_of(thing["of"]),
                               counted(thing["size"], "element")));
      elements(indent + 1, thing["elements"], thing["size"], nullptr);
    } else if (thing.contains("has_value")) {
      line(indent, fmt::format("{}optional {}{}", head, text_of(thing["of"]),
                               thing["has_value"] ? "" : ", without a value"));
      if (thing.contains("value")) {
        this->thing(indent + 1, "", thing["value"]);
      }
    } else {
      line(indent, fmt::format("{}map from {} to {}, {}", head, text_of(thing["key_type"]),
                               text_of(thing["values"]["of"]), counted(thing["size"], "key")));
      elements(indent + 1, thing["values"]["elements"], thing["size"], &thing["keys"]);
    }
  }

  static std::string tensor_text(const Description& tensor) {
    std::string text = fmt::format("{} {}, {}", text_of(tensor["type"]), tensor["shape"].dump(),
                                   counted(tensor["bytes"], "byte"));
    if (tensor["storage"] == "external") {
      text += fmt::format(" in \"{}\" from byte {} on", text_of(tensor["location"]),
                          text_of(tensor["offset"]));
    } else if (tensor["storage"] != "none") {
      text +=
          fmt::format(" in {}", tensor["storage"] == "raw_data" ? "raw_data" : "its typed field");
    }
    if (tensor.contains("values")) {
      text += values_text(tensor["values"], tensor["elements"]);
    }
    return text;
  }

 private:
  void sparse_tensor(std::size_t indent, std::string_view head, const Description& tensor) {
    line(indent,
         fmt::format("{}sparse {} {}, {} of {} values, {} indices", head, text_of(tensor["type"]),
                     tensor["shape"].dump(), text_of(tensor["count"]), text_of(tensor["elements"]),
                     text_of(tensor["form"])));
    const std::size_t shown = std::min(tensor["indices"].size(), tensor["values"].size());
    for (std::size_t i = 0; i < shown; ++i) {
      line(indent + 1,
           fmt::format("{} = {}", tensor["indices"][i].dump(), text_of(tensor["values"][i])));
    }
    more(indent + 1, shown, tensor["count"]);
  }

  void elements(std::size_t indent, const Description& list, std::uint64_t size,
                const Description* keys) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const bool keyed = keys != nullptr && i < keys->size();
      thing(indent, fmt::format("[{}]", keyed ? (*keys)[i].dump() : std::to_string(i)), list[i]);
    }
    more(indent, list.size(), size);
  }

  void more(std::size_t indent, std::uint64_t shown, std::uint64_t all) {
    if (shown < all) {
      line(indent, fmt::format("and {} more", all - shown));
    }
  }

  std::string out_;
};

std::string name_and_type(const Description& value) {
  return fmt::format("{}: {}", text_of(value["name"]), text_of(value["type"]));
}

std::string weight_text(const Description& weight) {
  return fmt::format("{} in {}, {}", text_of(weight["elements"]),
                     counted(weight["tensors"], "tensor"), counted(weight["bytes"], "byte"));
}

void write_model(Writer& writer, const Description& model) {
  const Description& graph = model["graph"];
  writer.fact("IR version", text_of(model["ir_version"]));
  const std::string version = text_of(model["producer_version"]);
  writer.fact("producer", text_of(model["producer"]) + (version.empty() ? "" : " " + version));
  writer.facts("operator sets", model["opsets"], [](const Description& opset) {
    return fmt::format("{} {}", text_of(opset["domain"]), text_of(opset["version"]));
  });
  writer.fact("graph", fmt::format("\"{}\": {}, {}, {}", text_of(graph["name"]),
                                   counted(graph["nodes"], "node"),
                                   counted(graph["initializers"], "initializer"),
                                   counted(graph["sparse_initializers"], "sparse initializer")));
  writer.facts("inputs", model["inputs"], name_and_type);
  writer.facts("outputs", model["outputs"], name_and_type);
  writer.facts("operators", model["operators"], [](const Description& op) {
    const std::string domain = op["domain"] == "ai.onnx" ? "" : text_of(op["domain"]) + ".";
    return fmt::format("{} {}{}", text_of(op["count"]), domain, text_of(op["op_type"]));
  });
  writer.facts("custom domains", model["custom_domains"], text_of);
  writer.facts("functions", model["functions"], [](const Description& function) {
    const std::string overload = text_of(function["overload"]);
    return fmt::format("{}.{}{}: {}, {}, {}", text_of(function["domain"]),
                       text_of(function["name"]), overload.empty() ? "" : ":" + overload,
                       counted(function["inputs"], "input"), counted(function["outputs"], "output"),
                       counted(function["nodes"], "node"));
  });
  writer.fact("parameters", weight_text(model["parameters"]));
  for (const Description& weight : model["parameters"]["by_type"]) {
    writer.fact("", fmt::format("{}: {}", text_of(weight["type"]), weight_text(weight)));
  }
  writer.facts("largest", model["largest_initializers"], [](const Description& tensor) {
    return fmt::format("{}: {}", text_of(tensor["name"]), Writer::tensor_text(tensor));
  });
  writer.facts("external files", model["external_files"], [](const Description& file) {
    return fmt::format("\"{}\": {}, {}", text_of(file["location"]),
                       counted(file["tensors"], "tensor"), counted(file["bytes"], "byte"));
  });
  if (model["training_infos"] != 0) {
    writer.fact("training", counted(model["training_infos"], "training info"));
  }
  writer.facts("metadata", model["metadata"], [](const Description& entry) {
    return fmt::format("{} = {}", text_of(entry["key"]),
                       shortened(text_of(entry["value"]), kLongestMetadata));
  });
}

}  // namespace

std::string inspection_text(const Description& file) {
  Writer writer;
  writer.line(0, fmt::format("{}: {}, {}", text_of(file["file"]), text_of(file["kind"]),
                             counted(file["bytes"], "byte")));
  if (file["kind"] == "model") {
    write_model(writer, file["content"]);
  } else {
    writer.thing(1, "", file["content"]);
  }
  return writer.take();
}

}  // namespace assay::cli
