// What every file that was read has in common: it owns the records that its views point to.
#pragma once

#include <concepts>
#include <memory>
#include <ranges>
#include <type_traits>

#include "assay/bytes.hpp"

namespace assay {

namespace rules {
struct Document;
}
namespace view {
struct Access;
}

// A container that would be gone before the file that was read from it.
template <class C>
concept TemporaryBytes = !std::is_lvalue_reference_v<C> && std::ranges::contiguous_range<C> &&
                         !std::ranges::borrowed_range<C> && std::convertible_to<C, Bytes>;

// Can be moved, not copied; views stay valid when it moves. It aliases the bytes that it was read
// from: they must stay, unchanged, as long as it and any view of it is used. Const members may be
// called from many threads.
class File {
 public:
  File(File&&) noexcept;
  File& operator=(File&&) noexcept;
  ~File();

  // The bytes that it was read from.
  Bytes bytes() const noexcept;

 protected:
  explicit File(std::unique_ptr<rules::Document> document) noexcept;
  const rules::Document& document() const noexcept { return *document_; }

 private:
  friend struct view::Access;
  std::unique_ptr<rules::Document> document_;
};

}  // namespace assay
