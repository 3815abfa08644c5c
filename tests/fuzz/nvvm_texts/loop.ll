target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [32 x float] undef, align 4
@table = internal addrspace(4) constant [3 x double] [double 1.5, double -2.0, double 0x7FF0000000000000]
@where = global { ptr, i64 } { ptr getelementptr (i8, ptr @counter, i64 4), i64 7 }
@counter = global [2 x i32] zeroinitializer

define ptx_kernel void @swap(ptr readonly align 4 %in, ptr %out, i32 %n) #0 !dbg !3 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = getelementptr [32 x float], ptr addrspace(3) @tile, i64 0, i32 %t
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ 0.0, %entry ], [ %y, %loop ]
  %y = phi float [ 1.0, %entry ], [ %sum, %loop ]
  %a = getelementptr inbounds float, ptr %in, i32 %i
  %v = load float, ptr %a, align 4, !invariant.load !9
  %m = fmul contract float %v, %y
  %sum = fadd contract float %m, %x
  store float %sum, ptr addrspace(3) %s, align 4, !dbg !4
  call void @llvm.nvvm.barrier0()
  %next = add nuw nsw i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  store float %x, ptr %out, align 4, !dbg !5
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
attributes #0 = { "target-cpu"="sm_75" "target-features"="+ptx63,+sm_75" "nvvm.maxntid"="32" }
!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/src")
!3 = distinct !DISubprogram(name: "swap", linkageName: "swap", file: !1, line: 6, unit: !0)
!4 = !DILocation(line: 7, column: 3, scope: !3)
!5 = !DILocation(line: 8, column: 1, scope: !3, inlinedAt: !4)
!8 = !{ptr @swap, !"kernel", i32 1, !"maxnreg", i32 64}
!9 = !{}
