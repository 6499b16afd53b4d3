# The flags of every target here: the language, the warnings, the sanitizers. Users of an installed
# library get none of them.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(NOT EMSCRIPTEN)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(ASSAY_CCACHE ccache)
if(ASSAY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ASSAY_CCACHE})
endif()

add_library(assay_flags INTERFACE)
target_compile_options(assay_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 sees overlaps in std::string appends that cannot be (GCC bug 105651).
  target_compile_options(assay_flags INTERFACE -Wno-restrict)
endif()
if(CMAKE_SIZEOF_VOID_P EQUAL 4)
  # Sizes have 64 bits everywhere and are held against the bytes that are there before they become
  # a size_t: what fits the file fits the address space.
  target_compile_options(assay_flags INTERFACE -Wno-shorten-64-to-32 -Wno-c++11-narrowing)
endif()
if(ASSAY_WERROR)
  target_compile_options(assay_flags INTERFACE -Werror)
endif()

# asan: address and undefined behaviour, and, for our own code, unsigned wrap-around and lossy
# conversions too, which the language allows and a reader of hostile sizes does not.
if(ASSAY_SANITIZE STREQUAL "asan")
  set(_checks address,undefined)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    string(APPEND _checks ,unsigned-integer-overflow,implicit-conversion)
    target_compile_options(assay_flags INTERFACE
      -fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/cmake/sanitizer-ignore.txt)
  endif()
  target_compile_options(assay_flags INTERFACE
    -fsanitize=${_checks} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(assay_flags INTERFACE -fsanitize=${_checks})
elseif(ASSAY_SANITIZE STREQUAL "msan")
  # libstdc++.so is not instrumented: what it writes looks unwritten. Its templates are instantiated
  # here instead of taken from there.
  target_compile_options(assay_flags INTERFACE -fsanitize=memory -fno-omit-frame-pointer
    -D_GLIBCXX_EXTERN_TEMPLATE=0)
  target_link_options(assay_flags INTERFACE -fsanitize=memory)
elseif(ASSAY_SANITIZE)
  message(FATAL_ERROR "ASSAY_SANITIZE is '', 'asan' or 'msan', not '${ASSAY_SANITIZE}'")
endif()

# A fuzzing engine wants to see which code an input reaches: of what is under test, not of what
# tests it.
if(ASSAY_FUZZ_ENGINE STREQUAL "libfuzzer")
  target_compile_options(assay_flags INTERFACE -fsanitize=fuzzer-no-link
    -fsanitize-coverage-ignorelist=${PROJECT_SOURCE_DIR}/cmake/coverage-ignore.txt)
  if(NOT ASSAY_SANITIZE)
    # Where speed is all, comparisons are not traced: our mutations know the numbers that matter.
    target_compile_options(assay_flags INTERFACE -fno-sanitize-coverage=trace-cmp)
  endif()
endif()
