#pragma once

namespace assay::cli {

// What the command says to the program that called it. Where several apply, the first here wins.
enum ExitStatus : int {
  cannot_work = 2,       // wrong usage, a file that cannot be read, a limit of the machine
  rejected = 1,          // something was judged and rejected
  nothing_to_check = 3,  // no file at all
  all_accepted = 0,
};

}  // namespace assay::cli
