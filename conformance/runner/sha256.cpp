// The functions of OpenSSL 1.1: linked statically they are this one hash, where those of 3.0 bring
// a registry of all algorithms into the command.
#define OPENSSL_API_COMPAT 10100
#include "sha256.hpp"

#include <array>
#include <openssl/sha.h>

namespace assay::conformance {

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> hash{};
  SHA256_CTX state;
  SHA256_Init(&state);
  SHA256_Update(&state, bytes.data(), bytes.size());
  SHA256_Final(hash.data(), &state);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : hash) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

std::string int32_bytes(const std::vector<std::int64_t>& values) {
  std::string bytes;
  bytes.reserve(4 * values.size());
  for (const std::int64_t value : values) {
    const auto bits = static_cast<std::uint64_t>(value);
    for (unsigned i = 0; i < 4; ++i) {
      bytes += static_cast<char>(static_cast<unsigned char>(bits >> (8 * i) & 0xffU));
    }
  }
  return bytes;
}

}  // namespace assay::conformance
