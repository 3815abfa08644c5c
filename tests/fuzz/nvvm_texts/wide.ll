define i128 @f(i128 %a, i128 %b, i24 %c, i4096 %d, i1 %e) {
  %m = mul i128 %a, %b
  %q = sdiv i128 %m, 10
  %s = shl i128 %q, 70
  %t = ashr i128 %s, %b
  %z = zext i24 %c to i128
  %r = sub i128 %t, %z
  %w = trunc i4096 %d to i128
  %l = icmp ult i128 %r, %w
  %o = xor i1 %l, %e
  %x = select i1 %o, i128 %r, i128 -1
  %u = udiv i24 %c, 3
  %v = sext i24 %u to i128
  %y = add i128 %x, %v
  switch i24 %c, label %n [ i24 1, label %p i24 7, label %p i24 -3, label %n i24 9, label %p i24 100, label %p ]
n:
  ret i128 %y
p:
  %h = phi i128 [ %y, %0 ], [ %x, %0 ], [ %y, %0 ], [ %y, %0 ]
  ret i128 %h
}
