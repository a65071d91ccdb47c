/** CRC-16/X.25, which GT06's documents call CRC-ITU: reflected polynomial 0x8408, start 0xFFFF, inverted at the end. */
export const crcX25 = (bytes: Uint8Array) => reflected8408(bytes, 0xffff) ^ 0xffff

/** CRC-16/KERMIT: the same polynomial, start 0, not inverted. */
export const crcKermit = (bytes: Uint8Array) => reflected8408(bytes, 0)

function reflected8408(bytes: Uint8Array, start: number): number {
  let crc = start
  for (const byte of bytes) crc = (crc >>> 8) ^ table[(crc ^ byte) & 0xff]!
  return crc
}

const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x8408 : crc >>> 1
  return crc
})
