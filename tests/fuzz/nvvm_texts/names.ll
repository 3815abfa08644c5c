module asm ".global .b32 zz;"
@"a b" = global i32 7
@"a_$_b" = weak global i32 8
@param0 = global <{ i8, i32 }> <{ i8 1, i32 2 }>
@h = alias i32, getelementptr (i32, ptr @"a b", i64 1)
@next = internal global ptr @"a b"
define internal i32 @"f;"(i32 signext %a, { i8, ptr } %b) noinline {
  %r = extractvalue { i8, ptr } %b, 1
  %s = call i32 %r(i32 %a)
  ret i32 %s
}
define i32 @g(i32 %0) {
  %2 = icmp eq i32 %0, 0
  br i1 %2, label %3, label %6
3:
  %4 = insertvalue { i8, ptr } { i8 1, ptr undef }, ptr @g, 1
  %5 = call i32 @"f;"(i32 %0, { i8, ptr } %4)
  br label %6
6:
  %7 = phi i32 [ %5, %3 ], [ 4, %1 ]
  store i32 %7, ptr @h
  fence syncscope("device") release
  ret i32 %7
}
