/**
 * The 16-bit check with the reflected polynomial 0xA001, by a table.
 *
 * @param start 0 for CRC-16/ARC (which Teltonika calls IBM), 0xFFFF for CRC-16/MODBUS
 */
export function crc16(bytes: Uint8Array, start = 0): number {
  let crc = start
  for (const byte of bytes) crc = (crc >>> 8) ^ table[(crc ^ byte) & 0xff]!
  return crc
}

const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  return crc
})
