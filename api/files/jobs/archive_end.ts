/**
 * Checks what follows the directory of a zip (APPNOTE.TXT §4.3.14 to 4.3.16): the records of zip64 where there are any,
 * then the end record, with nothing between. Two programs must not read two archives from one file, nor one of them
 * only a part of it.
 *
 * @param tail the bytes from where the directory was read to, to the end of the file
 * @returns what is wrong, as a sentence without full stop; null if nothing is
 */
export function faultOfEnd(tail: Buffer, { offset: from, end: to, entries }: Directory): string | null {
  const ends: number[] = []
  for (let at = tail.indexOf(END); at !== -1; at = tail.indexOf(END, at + 1)) ends.push(at)
  const at = ends.pop()
  if (at === undefined || at + END_BYTES > tail.length) return 'This is no zip that can be read'
  if (ends.some((other) => other + END_BYTES <= tail.length && isEnd(tail, other))) {
    return 'The archive has two ends of its directory'
  }
  const plain = readEnd(tail, at)
  const locator = at - LOCATOR_BYTES
  const is_zip64 = locator >= 0 && tail.readUInt32LE(locator) === ZIP64_LOCATOR
  const long = is_zip64 ? readZip64(tail, locator, to) : null
  if (is_zip64 && !long) return damaged
  if (!is_zip64 && at !== 0) return damaged
  // A field of the end record holds its largest value where zip64's has the true one.
  const differs = (Object.keys(plain) as (keyof Fields)[]).some(
    (field) => long && plain[field] !== long[field] && plain[field] !== SATURATED[field],
  )
  if (differs) return 'The archive has two different ends of its directory'
  const { disk, directory_disk, here, all, bytes, offset } = long ?? plain
  if (disk !== 0 || directory_disk !== 0 || here !== all) return 'The archive is one part of several'
  if (all !== entries || offset !== from || offset + bytes !== to) return damaged
  return null
}

const damaged = 'The archive is damaged: its directory does not end where the end record says'

/** Whether a record would be taken by a program that reads from the front, or accepts bytes after it. */
function isEnd(tail: Buffer, at: number): boolean {
  const { disk, here, all } = readEnd(tail, at)
  return disk === 0 && here === all && at + END_BYTES + tail.readUInt16LE(at + 20) <= tail.length
}

const readEnd = (tail: Buffer, at: number): Fields => ({
  disk: tail.readUInt16LE(at + 4),
  directory_disk: tail.readUInt16LE(at + 6),
  here: tail.readUInt16LE(at + 8),
  all: tail.readUInt16LE(at + 10),
  bytes: tail.readUInt32LE(at + 12),
  offset: tail.readUInt32LE(at + 16),
})

/** The record of zip64, which fills what is between the directory and its locator. */
function readZip64(tail: Buffer, locator: number, directory_end: number): Fields | null {
  if (locator < ZIP64_BYTES || tail.readUInt32LE(0) !== ZIP64_END) return null
  const is_here = Number(tail.readBigUInt64LE(locator + 8)) === directory_end
  if (!is_here || Number(tail.readBigUInt64LE(4)) + 12 !== locator) return null
  return {
    disk: tail.readUInt32LE(16),
    directory_disk: tail.readUInt32LE(20),
    here: Number(tail.readBigUInt64LE(24)),
    all: Number(tail.readBigUInt64LE(32)),
    bytes: Number(tail.readBigUInt64LE(40)),
    offset: Number(tail.readBigUInt64LE(48)),
  }
}

const END = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const END_BYTES = 22
const ZIP64_END = 0x06064b50
const ZIP64_BYTES = 56
const ZIP64_LOCATOR = 0x07064b50
const LOCATOR_BYTES = 20
const SATURATED: Fields = {
  disk: 0xffff,
  directory_disk: 0xffff,
  here: 0xffff,
  all: 0xffff,
  bytes: 0xffffffff,
  offset: 0xffffffff,
}

/** Where the directory was read from and to, and how many entries were found. */
type Directory = { offset: number; end: number; entries: number }
type Fields = Record<'disk' | 'directory_disk' | 'here' | 'all' | 'bytes' | 'offset', number>
