#include "experiment/kernel_file/kernel_source.h"

#include <gtest/gtest.h>

namespace warplens::experiment {
namespace {

TEST(DefinesMain, InItsUsualForms) {
  for (const char* text : {"int main() { return 0; }", "int main(int argc, char** argv)\n{\n}", "int main(void){}",
                           "auto main() -> int { }", "void main() {}", "extern \"C\" int main() {}",
                           "int main() try {} catch (...) {}", "__global__ void k() {}\nint main(int argc, char* argv[]) {\n"})
    EXPECT_TRUE(defines_main(text)) << text;
}

TEST(DefinesMain, NotWhereItIsOnlyNamed) {
  for (const char* text :
       {"", "__global__ void k() {}", "// int main() {}", "/* int main() {} */", "\"int main() {}\"", "int main();",
        "int main_loop() {}", "int x = main();", "__global__ void main_kernel() {}", "int main(", "main() {}"})
    EXPECT_FALSE(defines_main(text)) << text;
}

}  // namespace
}  // namespace warplens::experiment
