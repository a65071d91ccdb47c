/** Where the frame that ends at `end` is over, with the line's end that some devices add, as far as it has arrived. */
export function lineEnd(bytes: Buffer, end: number): number {
  let over = end
  while (bytes[over] === 0x0d || bytes[over] === 0x0a) over++
  return over
}
