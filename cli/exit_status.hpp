#pragma once

namespace assay::cli {

// What the command says to the program that called it. Where several apply, the first here wins.
enum ExitStatus : int {
  kCannotWork = 2,      // wrong usage, a file that cannot be read, a limit of the machine
  kRejected = 1,        // something was judged and rejected
  kNothingToCheck = 3,  // no file at all
  kAllAccepted = 0,
};

}  // namespace assay::cli
