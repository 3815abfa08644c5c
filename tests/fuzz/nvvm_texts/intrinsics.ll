define void @f(ptr %p, ptr addrspace(3) %q, i32 %i, i64 %l, float %x, half %h, double %d) {
  call void @llvm.memcpy.p0.p3.i64(ptr align 4 %p, ptr addrspace(3) align 4 %q, i64 24, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %p, i64 %l, i1 false)
  call void @llvm.memset.p0.i64(ptr align 8 %p, i8 1, i64 16, i1 false)
  %a = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %i, i32 7)
  %b = extractvalue { i32, i1 } %a, 0
  %c = call i32 @llvm.fshl.i32(i32 %b, i32 %i, i32 5)
  %e = call i64 @llvm.lround.i64.f32(float %x)
  %g = call i1 @llvm.is.fpclass.f32(float %x, i32 516)
  %j = call half @llvm.sqrt.f16(half %h)
  %k = call double @llvm.copysign.f64(double %d, double 1.0)
  %m = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %c, i32 1, i32 31)
  %n = call i32 asm sideeffect "add.s32 $0, $1, $2;", "=r,r,n,~{memory}"(i32 %m, i32 4)
  %o = call ptr addrspace(3) @llvm.nvvm.ptr.gen.to.shared.p3.p0(ptr %p)
  %r = frem float %x, 2.0
  %s = call i16 @llvm.bswap.i16(i16 258)
  store i32 %n, ptr addrspace(3) %o
  store i64 %e, ptr %p
  store i1 %g, ptr %p
  store half %j, ptr %p
  store double %k, ptr %p
  store float %r, ptr %p
  store i16 %s, ptr %p
  ret void
}
declare void @llvm.memcpy.p0.p3.i64(ptr, ptr addrspace(3), i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i64 @llvm.lround.i64.f32(float)
declare i1 @llvm.is.fpclass.f32(float, i32)
declare half @llvm.sqrt.f16(half)
declare double @llvm.copysign.f64(double, double)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare ptr addrspace(3) @llvm.nvvm.ptr.gen.to.shared.p3.p0(ptr)
declare i16 @llvm.bswap.i16(i16)
