#include "cli/policy_file.hpp"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "assay/report_writer.hpp"

#include "cli/near_match.hpp"
#include "cli/policy_settings.hpp"
#include "json_reader.hpp"

namespace assay::cli {
namespace {

using conformance::Json;
using conformance::pointer_step;

// Each visitor returns false after it has stated the fault.
class PolicyReader {
 public:
  PolicyReader(std::optional<Profile> profile, PolicyFault& fault)
      : profile_(profile), fault_(fault) {}

  std::optional<Policy> read(const Json& file) {
    if (!is(file, Json::value_t::object, "", "a policy is an object") ||
        !only_keys(
            file, "",
            {"$schema", "description", "profile", "limits", "rules", "domains", "external"})) {
      return std::nullopt;
    }
    for (const char* key : {"$schema", "description"}) {
      if (file.contains(key) &&
          !is(file[key], Json::value_t::string, pointer_step(key), "this is a string")) {
        return std::nullopt;
      }
    }
    // The profile comes first, wherever it stands: it sets the severities that rules then change.
    if (file.contains("profile") && !profile(file["profile"])) {
      return std::nullopt;
    }
    policy_ = Policy(profile_.value_or(Profile::strict));
    const bool good = (!file.contains("limits") || limits(file["limits"])) &&
                      (!file.contains("rules") || rules(file["rules"])) &&
                      (!file.contains("domains") || domains(file["domains"])) &&
                      (!file.contains("external") || external(file["external"]));
    return good ? std::optional(std::move(policy_)) : std::nullopt;
  }

 private:
  bool fail(std::string pointer, std::string message) {
    fault_ = {std::move(message), std::move(pointer)};
    return false;
  }

  bool is(const Json& value, Json::value_t type, const std::string& pointer, const char* message) {
    return value.type() == type || fail(pointer, message);
  }

  bool only_keys(const Json& object, const std::string& pointer,
                 const std::vector<std::string_view>& known) {
    for (const auto& [key, value] : object.items()) {
      if (std::find(known.begin(), known.end(), key) == known.end()) {
        return fail(pointer + pointer_step(key),
                    "this key is not known" + did_you_mean(key, known));
      }
    }
    return true;
  }

  bool profile(const Json& value) {
    const auto found =
        value.is_string() ? find_profile(value.get_ref<const std::string&>()) : std::nullopt;
    if (!found) {
      return fail("/profile", "a profile is \"strict\" or \"compat\"");
    }
    profile_ = profile_.value_or(*found);
    return true;
  }

  bool limits(const Json& object) {
    if (!is(object, Json::value_t::object, "/limits",
            "limits are an object of names and numbers")) {
      return false;
    }
    for (const auto& [name, value] : object.items()) {
      const std::string pointer = "/limits" + pointer_step(name);
      if (!value.is_number_unsigned()) {
        return fail(pointer, "a limit is a whole number from 0 on");
      }
      if (const Complaint complaint = set_limit(policy_, name, value.get<std::uint64_t>())) {
        return fail(pointer, *complaint);
      }
    }
    return true;
  }

  bool rules(const Json& object) {
    if (!is(object, Json::value_t::object, "/rules", "rules are an object of ids and severities")) {
      return false;
    }
    for (const auto& [id, value] : object.items()) {
      const std::string pointer = "/rules" + pointer_step(id);
      if (!value.is_string()) {
        return fail(pointer, "a severity is a string: error, warning, note or off");
      }
      if (const Complaint complaint = set_rule(policy_, id, value.get_ref<const std::string&>())) {
        return fail(pointer, *complaint);
      }
    }
    return true;
  }

  bool domains(const Json& object) {
    return is(object, Json::value_t::object, "/domains", "domains are an object") &&
           only_keys(object, "/domains", {"allowed", "denied"}) &&
           domain_list(object, "allowed", policy_.allowed_domains) &&
           domain_list(object, "denied", policy_.denied_domains);
  }

  bool domain_list(const Json& object, const char* key, std::vector<std::string>& into) {
    if (!object.contains(key)) {
      return true;
    }
    const Json& list = object[key];
    const std::string pointer = "/domains" + pointer_step(key);
    if (!is(list, Json::value_t::array, pointer, "this is an array of domains")) {
      return false;
    }
    // An empty list could be meant as "none" and be taken as "no restriction".
    if (list.empty()) {
      return fail(pointer, "an empty list says nothing: leave it out");
    }
    for (const Json& domain : list) {
      if (!is(domain, Json::value_t::string, pointer + pointer_step(std::to_string(into.size())),
              "a domain is a string")) {
        return false;
      }
      into.push_back(domain.get<std::string>());
    }
    return true;
  }

  bool external(const Json& object) {
    constexpr const char* kFollow = "follow_model_symlinks";
    if (!is(object, Json::value_t::object, "/external", "external is an object") ||
        !only_keys(object, "/external", {kFollow})) {
      return false;
    }
    if (object.contains(kFollow)) {
      if (!object[kFollow].is_boolean()) {
        return fail("/external" + pointer_step(kFollow), "this is true or false");
      }
      policy_.external.follow_model_symlinks = object[kFollow].get<bool>();
    }
    return true;
  }

  std::optional<Profile> profile_;
  PolicyFault& fault_;
  Policy policy_;
};

}  // namespace

std::optional<Policy> read_policy(std::string_view text, std::optional<Profile> profile,
                                  PolicyFault& fault) {
  conformance::JsonFault json_fault;
  const std::optional<Json> file =
      conformance::read_json(text, json_fault, {.bytes = 1u << 20, .depth = 8});
  if (!file) {
    fault = {json_fault.message, json_fault.pointer};
    return std::nullopt;
  }
  return PolicyReader(profile, fault).read(*file);
}

}  // namespace assay::cli
