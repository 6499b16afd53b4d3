#include "assay/numbers.hpp"

#include "decode/runs.hpp"

namespace assay {

template <class T>
Numbers<T>::Numbers(const decode::Scalars& scalars) noexcept
    : scalars_(&scalars), size_(scalars.count()) {}

template <class T>
Numbers<T>::Iterator::Iterator(const decode::Scalars* scalars) noexcept : scalars_(scalars) {
  const decode::Entries entries = decode::Entries::of(*scalars);
  run_ = entries.run;
  at_ = entries.at;
  step();
}

template <class T>
void Numbers<T>::Iterator::step() noexcept {
  decode::Entries entries{scalars_, run_, at_};
  (void)entries.next(std::same_as<T, float> ? 4 : 0, bits_);
  run_ = entries.run;
  at_ = entries.at;
}

template class Numbers<std::int64_t>;
template class Numbers<float>;

}  // namespace assay
