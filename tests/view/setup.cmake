# What refers to something that is gone does not compile, and the right use of it does.
set(_compile ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only -ferror-limit=0 -fmax-errors=0
  -I${PROJECT_SOURCE_DIR}/lib/include)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  list(REMOVE_ITEM _compile -fmax-errors=0)
else()
  list(REMOVE_ITEM _compile -ferror-limit=0)
endif()
add_test(NAME lifetime.right_use
  COMMAND ${_compile} -Wall -Wextra -Werror ${_folder}/lifetime/right_use.cpp)
add_test(NAME lifetime.misuse
  COMMAND ${CMAKE_COMMAND} "-DCOMPILE=${_compile}" -DFILE=${_folder}/lifetime/misuse.cpp
    -P ${_folder}/lifetime/check.cmake)
