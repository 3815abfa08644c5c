target triple = "nvptx64-nvidia-cuda"
%struct.P = type { i32, float, <4 x float>, [5 x i8] }
@g = addrspace(1) global i32 3, align 4
@text = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1

define void @k(%struct.P* byval(%struct.P) align 16 %p, i32* %q, i1 %c) {
  %b = getelementptr inbounds %struct.P, %struct.P* %p, i64 0, i32 2
  %v = load <4 x float>, <4 x float>* %b, align 16
  %e = extractelement <4 x float> %v, i32 1
  %i = fptosi float %e to i32
  %s = alloca { i32 }, align 8
  %a = getelementptr { i32 }, { i32 }* %s, i64 0, i32 0
  store i32 %i, i32* %a, align 8
  %w = bitcast { i32 }* %s to i8*
  %r = call i32 @vprintf(i8* getelementptr inbounds ([4 x i8], [4 x i8]* @text, i64 0, i64 0), i8* %w)
  %o = atomicrmw add i32* %q, i32 %r seq_cst
  %x = cmpxchg i32* %q, i32 %o, i32 5 acq_rel monotonic
  %y = extractvalue { i32, i1 } %x, 0
  %z = select i1 %c, i32 %y, i32 ptrtoint (i32* addrspacecast (i32 addrspace(1)* @g to i32*) to i32)
  store volatile i32 %z, i32* %q
  ret void
}
declare i32 @vprintf(i8*, i8*)
!nvvm.annotations = !{!0}
!0 = !{void (%struct.P*, i32*, i1)* @k, !"kernel", i32 1}
