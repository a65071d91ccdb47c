import { Readable } from 'node:stream'
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, RandomAccessReader, type ZipFile } from 'yauzl'
import type { ContentStore, StoredContent } from '#db/contents/store.ts'
import { AppError } from '../../http/errors.ts'
import { faultOfEnd } from './archive_end.ts'

/** Entries of an archive, at most. */
export const MAX_ENTRIES = 10_000

/**
 * Opens a stored zip and checks its directory, before anything is written: an archive of a stranger may name files
 * outside, hold the same bytes a thousand times, or say one thing here and another there.
 *
 * @throws {AppError} not_possible that names the entry
 */
export async function openArchive(contents: ContentStore, content: StoredContent): Promise<Archive> {
  const reader = new ContentReader(contents, content)
  const zip = await fromRandomAccessReaderPromise(reader, content.size, {
    lazyEntries: true,
    autoClose: false,
    decodeStrings: false,
    // Its check can swallow the error; the bytes are counted in `read`.
    validateEntrySizes: false,
  }).catch((error) => {
    throw unreadable(error)
  })
  if (zip.entryCount > MAX_ENTRIES) throw refused(`A zip may hold ${MAX_ENTRIES} entries`)
  // Where the directory is read; not among the declared properties.
  const cursor = () => (zip as unknown as { readEntryCursor: number }).readEntryCursor
  const directory = cursor()
  const listed: Listed[] = []
  let name_bytes = 0
  for await (const entry of entriesOf(zip)) {
    if (listed.length >= MAX_ENTRIES) throw refused(`A zip may hold ${MAX_ENTRIES} entries`)
    listed.push(check(entry))
    name_bytes += entry.fileNameRaw.length
    if (name_bytes > MAX_NAME_BYTES) throw refused('The names in the archive are too long')
  }
  const end = cursor()
  if (content.size - end > MAX_TAIL) throw refused('The archive has bytes after its directory')
  const fault = faultOfEnd(await reader.bytes(end, content.size), { offset: directory, end, entries: listed.length })
  if (fault) throw refused(fault)
  // In the order of the file, so that it is read once.
  const ordered = [...listed].sort((a, b) => offsetOf(a) - offsetOf(b))
  const found = new Map<Listed, ArchiveEntry>()
  for (const one of ordered) {
    const { fileDataStart: start } = await localHeader(zip, one.entry, one.shown)
    found.set(one, { ...one, start, offset: offsetOf(one) })
  }
  checkOverlap([...found.values()], directory)
  const entries = listed.map((one) => found.get(one)!)
  return { entries, read: (entry) => readEntry(reader, entry), readSmall: (entry) => readSmall(reader, entry) }
}

/** The same at once, for an entry of some kilobytes: streams would take a hundred times as long. */
async function readSmall(reader: ContentReader, { entry, start, shown }: ArchiveEntry): Promise<Buffer> {
  const { compressedSize, uncompressedSize, compressionMethod } = entry
  const packed = await reader.bytes(start, start + compressedSize)
  let plain = Buffer.from(packed)
  if (compressionMethod === 8) {
    try {
      plain = inflateRawSync(packed, { maxOutputLength: uncompressedSize + 1 })
    } catch (error) {
      const is_larger = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      throw refused(is_larger ? `${shown} is larger than the archive says` : `${shown} is damaged`)
    }
  }
  checkRead(entry, shown, { bytes: plain.length, crc: crc32(plain) })
  return plain
}

function checkRead({ uncompressedSize, crc32: expected }: Entry, shown: string, read: { bytes: number; crc: number }) {
  if (read.bytes > uncompressedSize) throw refused(`${shown} is larger than the archive says`)
  if (read.bytes < uncompressedSize) throw refused(`${shown} is smaller than the archive says`)
  if (read.crc !== expected) throw refused(`${shown} is damaged: its checksum is wrong`)
}

/** Plain bytes of an entry; their number and CRC must be those of the directory. */
async function* readEntry(reader: ContentReader, { entry, start, shown }: ArchiveEntry): AsyncGenerator<Buffer> {
  const packed = reader.chunks(start, start + entry.compressedSize)
  let bytes = 0
  let crc = 0
  try {
    for await (const chunk of entry.compressionMethod === 8 ? inflate(packed) : packed) {
      bytes += chunk.length
      if (bytes > entry.uncompressedSize) throw refused(`${shown} is larger than the archive says`)
      crc = crc32(chunk, crc)
      yield chunk
    }
  } catch (error) {
    throw error instanceof AppError ? error : refused(`${shown} is damaged`)
  }
  checkRead(entry, shown, { bytes, crc })
}

async function* inflate(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw({ chunkSize: 64 * 1024 })
  const source = Readable.from(packed)
  source.on('error', (error) => inflater.destroy(error))
  source.pipe(inflater)
  try {
    yield* inflater as AsyncIterable<Buffer>
    // Bytes after the end of the compressed ones belong to nothing.
  } finally {
    source.destroy()
    inflater.destroy()
  }
}

/** What the directory says of an entry. */
function check(entry: Entry): Listed {
  const { name, shown } = nameOf(entry)
  const refuse = (reason: string) => refused(`${shown} ${reason}`)
  if (entry.isEncrypted() || (entry.generalPurposeBitFlag & 0x2041) !== 0) throw refuse('is encrypted')
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    throw refuse(`is packed by a method that is not supported (${entry.compressionMethod})`)
  }
  if (entry.compressionMethod === 0 && entry.compressedSize !== entry.uncompressedSize) {
    throw refuse('has two different sizes')
  }
  // The upper half holds a Unix mode where the archive was made there; other programs honour it.
  const type = (entry.externalFileAttributes >>> 16) & 0o170000
  if (type === 0o120000) throw refuse('is a symbolic link')
  if (entry.versionMadeBy >> 8 === 3 && type !== 0 && type !== 0o100000 && type !== 0o040000) {
    throw refuse('is no ordinary file')
  }
  if (entry.fileNameRaw.length > MAX_PATH_BYTES) throw refuse('has a name that is too long')
  if (/^\/|^[a-z]:/i.test(name)) throw refuse('has an absolute name')
  const is_folder = name.endsWith('/')
  const path = name.split('/').filter((part) => part !== '' && part !== '.')
  if (path.includes('..')) throw refuse('leads out of the archive')
  if (path.length === 0) throw refuse('has no name')
  if (path.length > MAX_PATH) throw refuse('is nested too deep')
  if (is_folder && entry.uncompressedSize > 0) throw refuse('is a folder with content')
  return { entry: withoutExtras(entry), shown, path, is_folder }
}

/** Extra fields and comments have 64 KB each, which ten thousand entries must not keep in memory. */
function withoutExtras(entry: Entry): Entry {
  const none = Buffer.alloc(0)
  const fileNameRaw = Buffer.from(entry.fileNameRaw)
  return Object.assign(entry, {
    fileNameRaw,
    extraFields: [],
    extraFieldRaw: none,
    fileComment: '',
    fileCommentRaw: none,
    fileName: '',
  })
}

const offsetOf = ({ entry }: Listed) => entry.relativeOffsetOfLocalHeader

/** What stands before the bytes must be what the directory says. */
async function localHeader(zip: ZipFile, entry: Entry, shown: string) {
  const header = await new Promise<Local>((resolve, reject) => {
    zip.readLocalFileHeader(entry, (error, found) => (error ? reject(error) : resolve(found as typeof found & Local)))
  }).catch(() => {
    throw refused(`${shown} is not where the archive says`)
  })
  const is_streamed = (header.generalPurposeBitFlag & 8) !== 0
  const differs = (local: number, central: number) => local !== central && !(local === 0xffffffff)
  const sizes_differ =
    differs(header.compressedSize, entry.compressedSize) || differs(header.uncompressedSize, entry.uncompressedSize)
  // With bit 3 the sizes follow the bytes, and are zero here.
  const is_zero = header.compressedSize === 0 && header.uncompressedSize === 0
  if (sizes_differ && !(is_streamed && is_zero)) throw refused(`${shown} has two different sizes`)
  if (header.compressionMethod !== entry.compressionMethod) throw refused(`${shown} has two different methods`)
  if (!header.fileName.equals(entry.fileNameRaw)) throw refused(`${shown} has two different names`)
  return header
}

/** @throws {AppError} not_possible for a name that is flagged as UTF-8 and is not */
function nameOf(entry: Entry): { name: string; shown: string } {
  const { fileNameRaw, generalPurposeBitFlag } = entry
  const shown = fileNameRaw
    .subarray(0, 100)
    .toString('latin1')
    .replaceAll(/[^ -~]/g, '?')
  const utf8 = decodeUtf8(fileNameRaw)
  if ((generalPurposeBitFlag & 0x800) !== 0 && utf8 === null) throw refused(`${shown} has a name that is not UTF-8`)
  // Many programs write UTF-8 without saying so; what is no UTF-8 is code page 437.
  const name = utf8 ?? getFileNameLowLevel(generalPurposeBitFlag & ~0x800, fileNameRaw, entry.extraFields, false)
  if (name.includes('\0')) throw refused(`${shown} has a name with a control character`)
  // Marks of direction would disguise what a sentence says.
  return { name: name.replaceAll('\\', '/'), shown: name.slice(0, 100).replace(/[\p{Cc}\p{Cf}]/gu, '?') }
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The same bytes twice would let a small archive become a huge one. */
function checkOverlap(entries: ArchiveEntry[], directory: number): void {
  let end = 0
  for (const { entry, offset, start, shown } of [...entries].sort((a, b) => a.offset - b.offset)) {
    if (offset < end) throw refused(`${shown} overlaps with another entry`)
    end = start + entry.compressedSize
    if (end > directory) throw refused(`${shown} overlaps with the directory of the archive`)
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      zip.once('entry', resolve)
      zip.once('end', () => resolve(null))
      zip.once('error', reject)
      zip.readEntry()
    })
      .catch((error) => {
        throw unreadable(error)
      })
      .finally(() => zip.removeAllListeners())
    if (!entry) return
    yield entry
  }
}

/** Reads parts of a stored content; keeps the last quarter of a megabyte, since the directory is read in small pieces. */
class ContentReader extends RandomAccessReader {
  readonly #contents: ContentStore
  readonly #content: StoredContent
  #window = Buffer.alloc(0)
  #from = 0

  constructor(contents: ContentStore, content: StoredContent) {
    super()
    this.#contents = contents
    this.#content = content
  }

  chunks(start: number, end: number): AsyncGenerator<Buffer> {
    return this.#contents.chunks(this.#content, start, Math.min(end, this.#content.size))
  }

  async bytes(start: number, end: number): Promise<Buffer> {
    if (start < this.#from || end > this.#from + this.#window.length) {
      const parts: Buffer[] = []
      for await (const chunk of this.chunks(start, Math.max(end, start + WINDOW))) parts.push(chunk)
      this.#window = Buffer.concat(parts)
      this.#from = start
    }
    return this.#window.subarray(start - this.#from, end - this.#from)
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, read?: number) => void,
  ): void {
    // yauzl takes any position that the archive names.
    if (position < 0 || position + length > this.#content.size) {
      setImmediate(() => callback(new Error('it is cut off')))
      return
    }
    this.bytes(position, position + length).then(
      (bytes) => callback(null, bytes.copy(buffer, offset)),
      (error) => callback(error),
    )
  }
}

function unreadable({ message }: Error): AppError {
  // Not a zip file; yauzl's message is too technical.
  const is_other = message.startsWith('End of central directory')
  return refused(is_other ? 'This is no zip that can be read' : `This is no zip that can be read: ${message}`)
}

const refused = (reason: string) => new AppError('not_possible', `${reason.replace(/\.$/, '')}.`)

/** The records of zip64, the end of the directory, and a comment. */
const MAX_TAIL = 56 + 20 + 22 + 0xffff
const MAX_PATH = 32
/** Of a name with its folders, and of all of them. */
const MAX_PATH_BYTES = 16 * 1024
const MAX_NAME_BYTES = 32 * 1024 * 1024
const WINDOW = 256 * 1024

type Listed = {
  entry: Entry
  /** Its name for people. */
  shown: string
  path: string[]
  is_folder: boolean
}
export type ArchiveEntry = Listed & {
  /** Where its bytes begin, and its header. */
  start: number
  offset: number
}
type Archive = {
  entries: ArchiveEntry[]
  read(entry: ArchiveEntry): AsyncGenerator<Buffer>
  readSmall(entry: ArchiveEntry): Promise<Buffer>
}
type Local = {
  fileDataStart: number
  generalPurposeBitFlag: number
  compressionMethod: number
  compressedSize: number
  uncompressedSize: number
  fileName: Buffer
}
