import { inflateRawSync } from 'node:zlib'

/**
 * Reads chosen files of a zip in memory.
 *
 * @param most bytes that they may have together when unpacked, whatever the zip says of their sizes
 * @throws for what is no zip, or is more
 */
export function unzip(zip: Buffer, wanted: (name: string) => boolean, most: number): Map<string, string> {
  const files = new Map<string, string>()
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('no zip')
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  let room = most
  for (let i = 0; i < count; i++) {
    if (zip.readUInt32LE(at) !== CENTRAL) throw new Error('a damaged zip')
    const method = zip.readUInt16LE(at + 10)
    const size = zip.readUInt32LE(at + 20)
    const local = zip.readUInt32LE(at + 42)
    const name_ends = at + 46 + zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, name_ends)
    at = name_ends + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    if (!wanted(name) || files.has(name)) continue
    const begins = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(begins, begins + size)
    const bytes = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, room) })
    room -= bytes.length
    if (room < 0) throw new RangeError('too large')
    files.set(name, bytes.toString('utf8'))
  }
  return files
}

/** Of an entry in the directory of a zip. */
const CENTRAL = 0x02014b50
