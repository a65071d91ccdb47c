import { crc32, deflateRawSync } from 'node:zlib'

/** Writes a zip byte by byte, so that it can lie (APPNOTE.TXT §4.3). */
export function makeZip(entries: ZipEntry[], options: ZipOptions = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { name, raw_name, data = '', method = 0, flags = 0x800, mode, lie = {}, made_by = 3 } = entry
    const extra = entry.extra ?? Buffer.alloc(0)
    const plain = Buffer.from(data as string)
    const packed = method === 8 ? deflateRawSync(plain) : plain
    const name_bytes = raw_name ?? Buffer.from(name)
    const crc = lie.crc ?? crc32(plain)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(flags, 6)
    local.writeUInt16LE(lie.local_method ?? method, 8)
    local.writeUInt32LE(crc, 14)
    local.writeUInt32LE(lie.local_size ?? packed.length, 18)
    local.writeUInt32LE(lie.local_size ?? plain.length, 22)
    const local_name = lie.local_name ? Buffer.from(lie.local_name) : name_bytes
    local.writeUInt16LE(local_name.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE((made_by << 8) | 20, 4)
    central.writeUInt16LE(20, 6)
    central.writeUInt16LE(flags, 8)
    central.writeUInt16LE(method, 10)
    central.writeUInt32LE(crc, 16)
    central.writeUInt32LE(lie.packed_size ?? packed.length, 20)
    central.writeUInt32LE(lie.size ?? plain.length, 24)
    central.writeUInt16LE(name_bytes.length, 28)
    central.writeUInt16LE(extra.length, 30)
    if (mode !== undefined) central.writeUInt32LE((mode << 16) >>> 0, 38)
    central.writeUInt32LE(lie.offset ?? offset, 42)
    parts.push(local, local_name, packed)
    directory.push(central, name_bytes, extra)
    offset += local.length + local_name.length + packed.length
  }
  return Buffer.concat([...parts, endOf(Buffer.concat(directory), offset, { count: entries.length, ...options })])
}

/** The directory, the records of zip64 if wanted, and the end record. */
function endOf(directory: Buffer, offset: number, options: ZipOptions & { count: number }): Buffer {
  const { count, between = Buffer.alloc(0), comment = Buffer.alloc(0), is_zip64 = false } = options
  const {
    directory_bytes = directory.length,
    directory_offset = offset,
    short_count = is_zip64 ? 0xffff : count,
  } = options
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(0xffff, short_count), 8)
  end.writeUInt16LE(Math.min(0xffff, short_count), 10)
  end.writeUInt32LE(directory_bytes, 12)
  end.writeUInt32LE(directory_offset, 16)
  end.writeUInt16LE(comment.length, 20)
  if (!is_zip64) return Buffer.concat([directory, between, end, comment])
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) record.writeBigUInt64LE(BigInt(count), at)
  record.writeBigUInt64LE(BigInt(directory_bytes), 40)
  record.writeBigUInt64LE(BigInt(directory_offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + directory.length + between.length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([directory, between, record, locator, end, comment])
}

const good = { name: 'good.txt', data: 'good' }
const twenty = Array.from({ length: 20 }, (_, i) => ({ name: `f${10 + i}.txt`, data: 'good' }))
const text = 'some text that can be packed, some text that can be packed'
/** An end of a directory with no entries, as an attacker would hide it in the comment. */
const second_end = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])

export const hostileZips: { what: string; bytes: () => Buffer; reason: RegExp }[] = [
  {
    what: 'a name that leads out',
    bytes: () => makeZip([good, { name: '../x', data: 'x' }]),
    reason: /\.\.\/x leads out/,
  },
  {
    what: 'a name that leads out by backslashes',
    bytes: () => makeZip([{ name: 'a\\..\\..\\x' }]),
    reason: /leads out/,
  },
  { what: 'an absolute name', bytes: () => makeZip([good, { name: '/etc/passwd' }]), reason: /absolute name/ },
  { what: 'a drive', bytes: () => makeZip([{ name: 'C:\\x' }]), reason: /absolute name/ },
  {
    what: 'a symbolic link',
    bytes: () => makeZip([good, { name: 'link', data: '/etc', mode: 0o120777 }]),
    reason: /link is a symbolic link/,
  },
  { what: 'a device', bytes: () => makeZip([{ name: 'tty', mode: 0o020666 }]), reason: /no ordinary file/ },
  { what: 'a NUL in a name', bytes: () => makeZip([{ name: 'a\0b' }]), reason: /control character/ },
  { what: 'no name', bytes: () => makeZip([{ name: './' }]), reason: /no name/ },
  { what: 'folders that are too deep', bytes: () => makeZip([{ name: `${'d/'.repeat(40)}x` }]), reason: /too deep/ },
  {
    what: 'more entries than allowed',
    bytes: () => makeZip(Array.from({ length: 10_001 }, (_, i) => ({ name: `f${i}` }))),
    reason: /10000 entries/,
  },
  {
    what: 'a wrong checksum',
    bytes: () => makeZip([good, { name: 'bad', data: text, lie: { crc: 1 } }]),
    reason: /bad is damaged: its checksum/,
  },
  {
    what: 'overlapping entries',
    bytes: () =>
      makeZip([
        { name: 'a', data: text },
        { name: 'a', data: text, lie: { offset: 0 } },
      ]),
    reason: /overlaps/,
  },
  {
    what: 'a second end of the directory',
    bytes: () => makeZip([good], { comment: Buffer.concat([second_end, Buffer.from('x')]) }),
    reason: /two ends|comment length/,
  },
  {
    what: 'a second end before the last',
    bytes: () => Buffer.concat([makeZip([good]).subarray(0, -22), second_end, makeZip([good]).subarray(-22)]),
    reason: /two ends/,
  },
  {
    what: 'a name flagged as UTF-8 that is not',
    bytes: () => makeZip([{ name: 'x', raw_name: Buffer.from([0x61, 0xff, 0xfe]) }]),
    reason: /not UTF-8/,
  },
  {
    what: 'a second name in an extra field that leads out',
    bytes: () => {
      const raw_name = Buffer.from([0x61, 0xff])
      const unicode = Buffer.concat([Buffer.from([0x75, 0x70, 8, 0, 1]), Buffer.alloc(4), Buffer.from('../')])
      unicode.writeUInt32LE(crc32(raw_name), 5)
      return makeZip([{ name: 'x', raw_name, flags: 0, extra: unicode }])
    },
    reason: /leads out/,
  },
  {
    what: 'a symbolic link that says it was made on a Mac',
    bytes: () => makeZip([{ name: 'link', data: '/etc', mode: 0o120777, made_by: 19 }]),
    reason: /symbolic link/,
  },
  {
    what: 'an entry that holds the directory',
    bytes: () => {
      const zip = makeZip([{ name: 'a', data: 'x', flags: 0x808, lie: { local_size: 0, size: 20, packed_size: 20 } }])
      return zip
    },
    reason: /overlaps with the directory/,
  },
  {
    what: 'a name of 65 535 bytes',
    bytes: () => makeZip([{ name: 'n'.repeat(65_535), data: 'x' }]),
    reason: /name that is too long/,
  },
  {
    what: 'sizes of 4 GiB without the fields of zip64',
    bytes: () => makeZip([{ ...good, lie: { size: 0xffffffff, packed_size: 0xffffffff } }]),
    reason: /no zip that can be read|two different sizes|not where/,
  },
  {
    what: 'a size of zip64 near 2^63',
    bytes: () => makeZip([{ ...good, lie: { size: 0xffffffff }, extra: zip64([2n ** 63n - 1n]) }]),
    reason: /no zip that can be read|two different sizes/,
  },
  {
    what: 'a size of zip64 of a terabyte',
    bytes: () =>
      makeZip([
        {
          name: 'huge',
          data: 'x',
          method: 8,
          flags: 0x808,
          extra: zip64([2n ** 40n]),
          lie: { size: 0xffffffff, local_size: 0 },
        },
      ]),
    reason: /huge is larger than a file may be/,
  },
  {
    what: 'an offset of zip64 outside',
    bytes: () => makeZip([{ ...good, lie: { offset: 0xffffffff }, extra: zip64([2n ** 45n]) }]),
    reason: /not where the archive says/,
  },
  { what: 'an encrypted entry', bytes: () => makeZip([{ ...good, flags: 0x801 }]), reason: /good\.txt is encrypted/ },
  { what: 'strong encryption', bytes: () => makeZip([{ ...good, flags: 0x841 }]), reason: /encrypt/ },
  { what: 'an unknown method', bytes: () => makeZip([{ ...good, method: 14 }]), reason: /not supported \(14\)/ },
  {
    what: 'a method that differs in the local header',
    bytes: () => makeZip([{ ...good, lie: { local_method: 8 } }]),
    reason: /two different methods/,
  },
  {
    what: 'a size that differs in the local header',
    bytes: () => makeZip([{ ...good, lie: { local_size: 2 } }]),
    reason: /two different sizes/,
  },
  {
    what: 'a name that differs in the local header',
    bytes: () => makeZip([{ ...good, lie: { local_name: 'evil.txt' } }]),
    reason: /two different names/,
  },
  {
    what: 'a stored entry of two sizes',
    bytes: () => makeZip([{ ...good, lie: { size: 99 } }]),
    reason: /two different sizes/,
  },
  {
    what: 'an entry larger than it says',
    bytes: () =>
      makeZip([
        { name: 'bomb', data: Buffer.alloc(1_000_000), method: 8, flags: 0x808, lie: { size: 10, local_size: 0 } },
      ]),
    reason: /bomb is larger/,
  },
  {
    what: 'an entry smaller than it says',
    bytes: () => makeZip([{ name: 'less', data: text, method: 8, flags: 0x808, lie: { size: 5000, local_size: 0 } }]),
    reason: /less is smaller/,
  },
  {
    what: 'compressed bytes that are none',
    bytes: () => {
      const zip = makeZip([{ name: 'bad', data: text, method: 8 }])
      zip[40] = 0xff
      zip[41] = 0xff
      zip[42] = 0xff
      return zip
    },
    reason: /bad is (damaged|larger|smaller)/,
  },
  {
    what: 'an entry beyond the end',
    bytes: () => makeZip([{ ...good, lie: { offset: 5_000_000 } }]),
    reason: /not where the archive says/,
  },
  {
    what: 'packed bytes beyond the end',
    bytes: () => makeZip([{ ...good, method: 8, flags: 0x808, lie: { packed_size: 100_000, local_size: 0 } }]),
    reason: /not where the archive says/,
  },
  {
    what: 'more entries announced than there are',
    bytes: () => makeZip([good], { count: 5 }),
    reason: /no zip that can be read/,
  },
  {
    what: 'fewer entries announced than there are',
    bytes: () => makeZip(twenty, { count: 5 }),
    reason: /does not end/,
  },
  {
    what: 'fewer entries announced than there are, by zip64',
    bytes: () => makeZip(twenty, { count: 5, is_zip64: true }),
    reason: /does not end/,
  },
  {
    what: 'fewer entries announced by the end record than by zip64',
    bytes: () => makeZip(twenty, { is_zip64: true, short_count: 5 }),
    reason: /two different ends/,
  },
  { what: 'no entries announced', bytes: () => makeZip(twenty, { count: 0 }), reason: /does not end/ },
  {
    what: 'a directory that is shorter than it says',
    bytes: () => makeZip([good], { directory_bytes: 4000 }),
    reason: /does not end/,
  },
  {
    what: 'bytes between the directory and its end',
    bytes: () => makeZip([good], { between: Buffer.from('more') }),
    reason: /does not end/,
  },
  {
    what: 'bytes between the directory and the record of zip64',
    bytes: () => makeZip([good], { between: Buffer.from('more'), is_zip64: true }),
    reason: /does not end/,
  },
  {
    what: 'a file cut in the middle',
    bytes: () => makeZip([{ name: 'a', data: text }]).subarray(0, 60),
    reason: /no zip that can be read/,
  },
  { what: 'no zip at all', bytes: () => Buffer.from('just text'), reason: /no zip that can be read/ },
  { what: 'an empty file', bytes: () => Buffer.alloc(0), reason: /no zip that can be read/ },
]

/** The extra field of zip64 with these values (APPNOTE.TXT §4.5.3). */
function zip64(values: bigint[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(8 * values.length, 2)
  for (const [i, value] of values.entries()) field.writeBigUInt64LE(value, 4 + 8 * i)
  return field
}

type ZipEntry = {
  /** In the directory only. */
  extra?: Buffer
  /** The system that it says it was made on: 3 is Unix. */
  made_by?: number
  name: string
  raw_name?: Buffer
  data?: string | Buffer
  method?: number
  flags?: number
  mode?: number
  lie?: Partial<Record<'crc' | 'size' | 'packed_size' | 'local_size' | 'local_method' | 'offset', number>> & {
    local_name?: string
  }
}
type ZipOptions = {
  comment?: Buffer
  /** Entries that the end of the directory announces. */
  count?: number
  is_zip64?: boolean
  /** What the end record says beside zip64's. */
  short_count?: number
  directory_bytes?: number
  directory_offset?: number
  /** Bytes between the directory and what follows it. */
  between?: Buffer
}
