#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "ptx/debug/debug_variables.h"
#include "ptx/nvvm/metadata.h"
#include "ptx/nvvm/write_debug.h"
#include "ptx/nvvm/write_lines.h"
#include "ptx/parse/parser.h"

// Debug information that is written for metadata, as the readers of PTX find it again.

namespace warplens::ptx::nvvm {
namespace {

MetadataField word(std::string name, std::string text) {
  return {std::move(name), FieldKind::word, none, 0, std::move(text), {}};
}
MetadataField text(std::string name, std::string text) {
  return {std::move(name), FieldKind::text, none, 0, std::move(text), {}};
}
MetadataField number(std::string name, std::int64_t value) { return {std::move(name), FieldKind::number, none, value, "", {}}; }
MetadataField refer(std::string name, std::uint32_t node) { return {std::move(name), FieldKind::node, node, 0, "", {}}; }

/// Makes the metadata of a module.
struct Metadata {
  Module module;

  std::uint32_t add(std::string kind, std::vector<MetadataField> fields) {
    module.metadata.push_back({std::move(kind), std::move(fields)});
    return static_cast<std::uint32_t>(module.metadata.size() - 1);
  }
  std::uint32_t tuple(const std::vector<std::uint32_t>& nodes) {
    std::vector<MetadataField> fields;
    for (const std::uint32_t node : nodes) fields.push_back(node != none ? refer("", node) : MetadataField{});
    return add("", std::move(fields));
  }
  std::uint32_t file(std::string name, std::string folder) {
    return add("DIFile", {text("filename", std::move(name)), text("directory", std::move(folder))});
  }
  std::uint32_t base(std::string name, int bits, std::string encoding) {
    return add("DIBasicType", {text("name", std::move(name)), number("size", bits), word("encoding", std::move(encoding))});
  }
  std::uint32_t derived(std::string tag, std::uint32_t type, std::vector<MetadataField> more = {}) {
    more.insert(more.begin(), {word("tag", "DW_TAG_" + std::move(tag)), refer("baseType", type)});
    return add("DIDerivedType", std::move(more));
  }
  std::uint32_t array(std::uint32_t type, std::vector<int> counts) {
    std::vector<std::uint32_t> dimensions;
    for (const int count : counts) dimensions.push_back(add("DISubrange", {number("count", count)}));
    const std::uint32_t elements = tuple(dimensions);
    return add("DICompositeType", {word("tag", "DW_TAG_array_type"), refer("baseType", type), refer("elements", elements)});
  }
  std::uint32_t subprogram(std::string name, std::string linked, std::uint32_t in, int line) {
    return add("DISubprogram", {text("name", std::move(name)), text("linkageName", std::move(linked)), refer("scope", in),
                                refer("file", in), number("line", line), number("scopeLine", line)});
  }
  std::uint32_t block(std::uint32_t scope) { return add("DILexicalBlock", {refer("scope", scope)}); }
  std::uint32_t location(int line, int column, std::uint32_t scope, std::uint32_t call = none) {
    std::vector<MetadataField> fields{number("line", line), number("column", column), refer("scope", scope)};
    if (call != none) fields.push_back(refer("inlinedAt", call));
    return add("DILocation", std::move(fields));
  }
  DescribedVariable variable(std::string name, std::uint32_t type, std::uint32_t scope, std::uint64_t offset, int argument = 0) {
    std::vector<MetadataField> fields{text("name", std::move(name)), refer("scope", scope), number("line", 3),
                                      refer("type", type)};
    if (argument != 0) fields.push_back(number("arg", argument));
    const std::uint32_t node = add("DILocalVariable", std::move(fields));
    return {node, location(3, 1, scope), "__local_depot0", offset};
  }
};

/// A kernel with a variable of each kind of type, in blocks.
struct Kernel : Metadata {
  std::uint32_t source = file("k.cu", "/home/me");
  std::uint32_t kernel = subprogram("k", "_Z1kPf1Pi", source, 2);
  std::uint32_t outer = block(kernel), empty = block(outer), inner = block(empty);
  DescribedFunction function;

  Kernel() {
    module.named_metadata["llvm.dbg.cu"] = {
        add("DICompileUnit", {refer("file", source), text("producer", "clang"), word("emissionKind", "FullDebug")})};
    const std::uint32_t single = base("float", 32, "DW_ATE_float"), whole = base("int", 32, "DW_ATE_signed");
    const std::uint32_t truth = base("bool", 8, "DW_ATE_boolean"), letter = base("char", 8, "DW_ATE_signed_char");
    const std::uint32_t real = derived("typedef", base("double", 64, "DW_ATE_float"), {text("name", "real")});
    const auto member = [&](std::string name, std::uint32_t type, int offset, std::string flags = "") {
      return derived("member", type, {text("name", std::move(name)), number("offset", offset), word("flags", std::move(flags))});
    };
    // struct P { float x; P* next; int y[2]; int bit : 3; static int shared; void method(); };
    const std::uint32_t p =
        add("DICompositeType", {word("tag", "DW_TAG_structure_type"), text("name", "P"), number("size", 256)});
    const std::uint32_t next = derived("pointer_type", p, {number("size", 64)});
    const std::vector<std::uint32_t> members{member("x", single, 0),
                                             member("next", next, 64),
                                             member("y", array(whole, {2}), 128),
                                             member("bit", whole, 192, "DIFlagBitField"),
                                             member("shared", whole, 0, "DIFlagPublic | DIFlagStaticMember"),
                                             subprogram("method", "", source, 1)};
    module.metadata[p].fields.push_back(refer("elements", tuple(members)));
    const std::uint32_t colour = add("DICompositeType", {word("tag", "DW_TAG_enumeration_type"), text("name", "Colour"),
                                                         number("size", 32), refer("baseType", whole)});
    const std::uint32_t types = tuple({none, none, p, whole});
    module.metadata[kernel].fields.push_back(refer("type", add("DISubroutineType", {refer("types", types)})));

    const std::uint32_t fixed = derived("const_type", single);
    const std::uint32_t limited = derived("restrict_type", derived("pointer_type", fixed, {number("size", 64)}));
    DescribedVariable whole_parameter = variable("p", p, kernel, 0, 2);
    whole_parameter.symbol = "k_param_1";
    whole_parameter.in_parameter = true;
    function = {"begin0",
                "end0",
                kernel,
                {variable("d", real, kernel, 24), variable("n", whole, kernel, 8, 3),
                 variable("grid", array(single, {2, 3}), outer, 32), whole_parameter, variable("c", letter, inner, 300),
                 variable("b", truth, kernel, 22), variable("a", limited, kernel, 0), variable("colour", colour, kernel, 12),
                 variable("r", derived("reference_type", single), kernel, 56), variable("untyped", none, kernel, 64)},
                {{"t0", location(3, 1, kernel)},
                 {"t1", location(4, 1, outer)},
                 {"t2", location(5, 1, inner)},
                 {"t3", none},
                 {"t4", location(7, 1, outer)},
                 {"t5", location(8, 1, kernel)}}};
    module.metadata[function.variables.back().variable].fields.back().node = 12345;
  }

  std::string ptx() const {
    SourceLines lines(module, false);
    std::string code = lines.begin(kernel) + "begin0:\n mov.b64 %rd1, __local_depot0;\n";
    for (const LocationMark& mark : function.marks)
      code += mark.label + ":\n" + lines.at(mark.location, false) + " mov.b32 %r1, 1;\n";
    const std::string sections = debug_sections(module, {&function, 1}, lines);
    return ".version 7.0\n.target sm_75, debug\n.address_size 64\n"
           ".visible .entry k(.param .u64 k_param_0, .param .align 8 .b8 k_param_1[32], .param .u32 k_param_2)\n{\n"
           ".local .align 8 .b8 __local_depot0[304];\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n" +
           code + " ret;\nend0:\n}\n" + lines.end() + sections;
  }
};

std::vector<DebugVariable> variables_of(const std::string& ptx) {
  const auto module = parse(ptx, "k.ptx");
  if (!module) ADD_FAILURE() << base::describe(module.error());
  return module ? debug_variables(*module, 0) : std::vector<DebugVariable>{};
}

TEST(NvvmDebug, VariablesAreFoundAgain) {
  const std::vector<DebugVariable> all = variables_of(Kernel().ptx());
  struct Expected {
    const char *name, *type;
    ptx::Type value;
    std::uint64_t offset;
    std::uint32_t first, last;
  };
  // Parameters by their numbers, then as they were given and block by block; of instructions, one follows each mark.
  constexpr Expected expected[] = {{"p.x", "float", ptx::Type::f32, 0, 0, 8},
                                   {"p.next", "P*", ptx::Type::b64, 8, 0, 8},
                                   {"p.y[0]", "int", ptx::Type::s32, 16, 0, 8},
                                   {"p.y[1]", "int", ptx::Type::s32, 20, 0, 8},
                                   {"n", "int", ptx::Type::s32, 8, 0, 8},
                                   {"d", "real", ptx::Type::f64, 24, 0, 8},
                                   {"b", "bool", ptx::Type::pred, 22, 0, 8},
                                   {"a", "const float*", ptx::Type::b64, 0, 0, 8},
                                   {"colour", "Colour", ptx::Type::s32, 12, 0, 8},
                                   {"r", "float&", ptx::Type::b64, 56, 0, 8},
                                   {"grid[0][0]", "float", ptx::Type::f32, 32, 2, 6},
                                   {"grid[0][1]", "float", ptx::Type::f32, 36, 2, 6},
                                   {"grid[0][2]", "float", ptx::Type::f32, 40, 2, 6},
                                   {"grid[1][0]", "float", ptx::Type::f32, 44, 2, 6},
                                   {"grid[1][1]", "float", ptx::Type::f32, 48, 2, 6},
                                   {"grid[1][2]", "float", ptx::Type::f32, 52, 2, 6},
                                   {"c", "char", ptx::Type::s8, 300, 3, 5}};
  ASSERT_EQ(all.size(), std::size(expected));
  for (std::size_t k = 0; k < all.size(); ++k) {
    const DebugVariable& is = all[k];
    const Expected& wanted = expected[k];
    EXPECT_EQ(is.name, wanted.name);
    EXPECT_EQ(is.type, wanted.type) << is.name;
    EXPECT_EQ(is.value, wanted.value) << is.name;
    EXPECT_EQ(is.line, 3u) << is.name;
    EXPECT_EQ(is.parameter, k < 5) << is.name;
    EXPECT_EQ(std::pair(is.first, is.last), std::pair(wanted.first, wanted.last)) << is.name;
    ASSERT_EQ(is.homes.size(), 1u) << is.name;
    EXPECT_EQ(is.homes[0].offset, wanted.offset) << is.name;
    EXPECT_EQ(is.homes[0].kind, k < 4 ? VariableHome::Kind::parameter : VariableHome::Kind::local) << is.name;
  }
  // The first parameter has no variable: it counts all the same.
  ASSERT_TRUE(all[0].argument && all[4].argument);
  EXPECT_EQ(all[0].argument->index, 1u);
  EXPECT_EQ(all[4].argument->index, 2u);
}

TEST(NvvmDebug, VariablesOfInlinedFunctionsAreLeftOut) {
  Kernel kernel;
  const std::uint32_t call = kernel.location(4, 2, kernel.kernel), other = kernel.subprogram("f", "_Z1fv", kernel.source, 1);
  DescribedVariable inlined = kernel.variable("inlined", none, other, 0), stranger = inlined;
  inlined.location = kernel.location(1, 2, other, call);
  kernel.function.variables = {inlined, stranger};
  // A line of what was inlined is in the block of the call.
  kernel.function.variables.push_back(kernel.variable("k", kernel.base("int", 32, "DW_ATE_signed"), kernel.inner, 4));
  kernel.function.marks[3].location = kernel.location(1, 2, other, kernel.location(4, 3, kernel.inner));
  const std::vector<DebugVariable> all = variables_of(kernel.ptx());
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].name, "k");
  EXPECT_EQ(std::pair(all[0].first, all[0].last), std::pair(3u, 5u));
}

TEST(NvvmDebug, AVariableWithoutMemoryIsNowhere) {
  Kernel kernel;
  for (DescribedVariable& each : kernel.function.variables) each.symbol = "";
  const std::vector<DebugVariable> all = variables_of(kernel.ptx());
  EXPECT_EQ(all.size(), 17u);
  for (const DebugVariable& each : all) EXPECT_TRUE(each.homes.empty()) << each.name;
}

TEST(NvvmDebug, OfFunctionsWithoutASubprogramIsNone) {
  Metadata metadata;
  SourceLines lines(metadata.module, false);
  const DescribedFunction function{"a", "b", none, {}, {}};
  EXPECT_EQ(debug_sections(metadata.module, {}, lines), "");
  EXPECT_EQ(debug_sections(metadata.module, {&function, 1}, lines), "");
  EXPECT_FALSE(describes_variables(metadata.module));
  EXPECT_TRUE(describes_variables(Kernel().module));
}

TEST(NvvmDebug, AnyMetadataIsWritten) {
  std::mt19937 random(1);
  const auto any = [&](std::size_t below) { return std::uniform_int_distribution<std::size_t>(0, below - 1)(random); };
  for (int round = 0; round < 1000; ++round) {
    Kernel kernel;
    kernel.function.marks[3].location = kernel.location(1, 2, kernel.kernel, kernel.function.marks[1].location);
    std::vector<MetadataNode>& nodes = kernel.module.metadata;
    for (std::size_t k = 0; k < 1 + any(8); ++k) {
      MetadataNode& node = nodes[any(nodes.size())];
      if (node.fields.empty()) continue;
      MetadataField& field = node.fields[any(node.fields.size())];
      const auto target = static_cast<std::uint32_t>(any(nodes.size() + 1));
      switch (any(6)) {
        case 0:
          field = refer(field.name, target);  // rings, nodes of other kinds, or none
          break;
        case 1:
          field = number(field.name, std::int64_t{-1} << any(64));
          break;
        case 2:
          field = text(field.name, "a\n}\"\\");
          break;
        case 3:
          node.fields.pop_back();
          break;
        case 4:
          node.kind = nodes[any(nodes.size())].kind;
          break;
        default:
          field.kind = static_cast<FieldKind>(any(6));
      }
    }
    EXPECT_LE(variables_of(kernel.ptx()).size(), 256u);
  }
}

TEST(NvvmDebug, TypesThatReferToThemselvesEnd) {
  Kernel kernel;
  const std::uint32_t ring = kernel.derived("restrict_type", none), self = kernel.derived("const_type", none);
  kernel.module.metadata[ring].fields[1].node = ring;
  kernel.module.metadata[self].fields[1].node = self;
  const std::uint32_t scope = kernel.block(none);
  kernel.module.metadata[scope].fields[0].node = scope;
  kernel.function.variables = {kernel.variable("ring", ring, kernel.kernel, 0), kernel.variable("self", self, kernel.kernel, 0),
                               kernel.variable("lost", none, scope, 0)};
  EXPECT_LE(variables_of(kernel.ptx()).size(), 1u);
}

TEST(NvvmLines, AreToldWhereTheyChange) {
  Metadata metadata;
  const std::uint32_t near = metadata.file("a \"b\".cu", "/w/"), far = metadata.file("/usr/h.h", "/w"),
                      bare = metadata.file("k.cu", "");
  const std::uint32_t one = metadata.subprogram("f", "", near, 4), other = metadata.subprogram("g", "", far, 9);
  const std::uint32_t in_file = metadata.add("DILexicalBlockFile", {refer("scope", one), refer("file", bare)});
  SourceLines lines(metadata.module, true);
  EXPECT_EQ(lines.at(none, true), "");
  EXPECT_EQ(lines.begin(one), "\t.loc\t1 4 0\n");
  EXPECT_EQ(lines.at(none, false), "");
  EXPECT_EQ(lines.at(metadata.location(5, 2, one), false), "\t.loc\t1 5 2\n");
  EXPECT_EQ(lines.at(metadata.location(5, 2, one), true), "");
  EXPECT_EQ(lines.at(metadata.location(5, 2, metadata.block(one)), false), "");  // a block without a file has its function's
  EXPECT_EQ(lines.at(none, false), "");
  EXPECT_EQ(lines.at(none, true), "\t.loc\t1 0 2\n");
  EXPECT_EQ(lines.at(metadata.location(0, 0, one), false), "");
  EXPECT_EQ(lines.at(metadata.location(7, 1, in_file), false), "\t.loc\t2 7 1\n");
  EXPECT_EQ(lines.at(metadata.location(0, 0, one), false), "\t.loc\t1 0 0\n");
  EXPECT_EQ(lines.begin(none), "");
  EXPECT_EQ(lines.begin(other), "\t.loc\t3 9 0\n");
  EXPECT_EQ(lines.end(), "\t.file\t1 \"/w/a \\\"b\\\".cu\"\n\t.file\t2 \"k.cu\"\n\t.file\t3 \"/usr/h.h\"\n");
}

/// inner() in outer() in a kernel, which calls outer() on two lines.
struct Calls : Metadata {
  std::uint32_t source = file("k.cu", "/w"), kernel = subprogram("k", "", source, 9);
  std::uint32_t outer = subprogram("outer", "_Z5outerv", source, 5), inner = subprogram("inner", "", source, 1);
  std::uint32_t first = location(10, 1, kernel), second = location(11, 1, kernel);
  std::uint32_t in_first = location(6, 1, outer, first), in_second = location(6, 1, outer, second);
};

TEST(NvvmLines, TellTheCallsThatTheyWereInlinedAt) {
  Calls calls;
  const std::uint32_t places[] = {
      calls.location(2, 1, calls.inner, calls.in_first), calls.location(3, 1, calls.inner, calls.in_first),
      calls.location(2, 1, calls.inner, calls.in_second), calls.in_first, calls.location(2, 1, calls.inner, calls.in_first)};
  SourceLines lines(calls.module, true);
  std::string code = lines.begin(calls.kernel);
  for (const std::uint32_t each : places) code += lines.at(each, false) + " bar.sync 0;\n";
  const auto module =
      parse(".version 7.2\n.target sm_75\n.address_size 64\n.entry k()\n{\n" + code + " ret;\n}\n" + lines.end(), "k.ptx");
  ASSERT_TRUE(module) << base::describe(module.error());
  EXPECT_EQ(module->inlined_functions, (std::vector<std::string>{"_Z5outerv", "inner"}));
  const ptx::Function& function = module->functions[0];
  const auto lines_of = [&](std::size_t instruction) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t at = function.instructions[instruction].location; at != no_index; at = function.locations[at].inlined_at)
      all.push_back(function.locations[at].line);
    return all;
  };
  using Chain = std::vector<std::uint32_t>;
  EXPECT_EQ(lines_of(0), (Chain{2, 6, 10}));
  EXPECT_EQ(lines_of(1), (Chain{3, 6, 10}));
  EXPECT_EQ(lines_of(2), (Chain{2, 6, 11}));
  EXPECT_EQ(lines_of(3), (Chain{6, 10}));
  EXPECT_EQ(lines_of(4), (Chain{2, 6, 10}));
  EXPECT_EQ(std::count(code.begin(), code.end(), '\n'), 5 + 1 + 3 + 1 + 3 + 1 + 1);  // what is known already is not told again
}

TEST(NvvmLines, TellNoCallsToOlderPtx) {
  Calls calls;
  SourceLines lines(calls.module, false);
  EXPECT_EQ(lines.begin(calls.kernel), "\t.loc\t1 9 0\n");
  EXPECT_EQ(lines.at(calls.location(2, 1, calls.inner, calls.in_first), false), "\t.loc\t1 2 1\n");
  EXPECT_EQ(lines.at(calls.location(2, 1, calls.inner, calls.in_second), false), "");
  EXPECT_EQ(lines.end(), "\t.file\t1 \"/w/k.cu\"\n");
}

TEST(NvvmLines, OfCallsInARingEnd) {
  Calls calls;
  calls.module.metadata[calls.first].fields.push_back(refer("inlinedAt", calls.in_first));
  SourceLines lines(calls.module, true);
  EXPECT_EQ(std::ranges::count(lines.at(calls.location(2, 1, calls.inner, calls.in_first), false), '\n'), 3);
}

}  // namespace
}  // namespace warplens::ptx::nvvm
