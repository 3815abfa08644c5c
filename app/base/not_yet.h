#pragma once

namespace warplens::base {

/// Exception that ends a job which waits for something outside the program: the compiler of a page in a browser. Whoever serves
/// the job calls it again from its beginning, unless nobody wants its answer any more (desk::Background).
struct NotYet {};

}  // namespace warplens::base
