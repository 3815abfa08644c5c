define void @f(ptr %p, <4 x i32> %v, <2 x half> %h, i32 %i, i8 %b) {
  %a = add <4 x i32> %v, <i32 1, i32 2, i32 3, i32 4>
  %c = icmp sgt <4 x i32> %a, zeroinitializer
  %s = select <4 x i1> %c, <4 x i32> %a, <4 x i32> %v
  %x = extractelement <4 x i32> %s, i32 %i
  %j = insertelement <4 x i32> %s, i32 %x, i32 %i
  %k = shufflevector <4 x i32> %j, <4 x i32> %v, <3 x i32> <i32 0, i32 undef, i32 7>
  %l = bitcast <3 x i32> %k to i96
  store i96 %l, ptr %p
  %m = fmul <2 x half> %h, <half 0xH3C00, half 0xH4000>
  %n = bitcast <2 x half> %m to i32
  %o = bitcast i8 %b to <8 x i1>
  %q = extractelement <8 x i1> %o, i64 3
  %r = insertvalue { i32, [2 x i1] } undef, i1 %q, 1, 0
  %t = insertvalue { i32, [2 x i1] } %r, i32 %n, 0
  store { i32, [2 x i1] } %t, ptr %p, align 1
  %u = freeze <4 x i32> %j
  %w = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %u)
  %y = call <2 x half> @llvm.fma.v2f16(<2 x half> %m, <2 x half> %h, <2 x half> %h)
  store <2 x half> %y, ptr %p
  store i32 %w, ptr %p
  ret void
}
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare <2 x half> @llvm.fma.v2f16(<2 x half>, <2 x half>, <2 x half>)
