import { randomUUID } from 'node:crypto'
import type { Backend, Layout } from '../contents/backend.ts'
import { DiskBackend } from '../contents/disk.ts'
import { openS3 } from '../contents/s3.ts'
import { BlockHasher, NOT_AS_WRITTEN, parseDigests, readVerified } from './digests/blocks.ts'
import { DamagedHistory } from './errors.ts'
import { DecodedColumns } from './parquet/decoded_columns.ts'
import type { FileName } from './parquet/encoder.ts'
import { openParquet, type ParquetFile } from './parquet/parquet_file.ts'

/**
 * The files of closed days: on disk in `DATA_DIR/history`, or in the S3 of files below `history/`. Rows of
 * `event_archive` say which there are. Unlike the contents of files they are not encrypted, as the database is not: other
 * programs read them where they are.
 */
export class HistoryStore {
  /** Where new files are written. */
  readonly backend: Backend
  readonly #backends: Map<string, Backend>
  readonly #open = new Map<string, Promise<ParquetFile>>()
  readonly #decoded: DecodedColumns | null
  #opened_bytes = 0
  #is_back = false

  /** @param decoded_bytes what decoded columns may take in memory, so that they need not be decoded again */
  constructor(backend: Backend, others: Backend[] = [], decoded_bytes = 0) {
    this.backend = backend
    this.#decoded = decoded_bytes > 0 ? new DecodedColumns(decoded_bytes) : null
    this.#backends = new Map([...others, backend].map((one) => [one.name, one]))
  }

  /** @returns whether files are to be read backwards this time, beginning with what was decoded last */
  turn(): boolean {
    this.#is_back = !this.#is_back
    return this.#is_back
  }

  /** Every backend that may hold files. */
  get backends(): Backend[] {
    return [...this.#backends.values()]
  }

  backendOf(name: string): Backend {
    const backend = this.#backends.get(name)
    if (!backend) throw new Error(`History is stored in ${name}, which is not configured: set S3_URL.`)
    return backend
  }

  newKey({ organisation_id, day }: FileName): string {
    return `organisation=${organisation_id}/day=${day}/${randomUUID()}.parquet`
  }

  /**
   * Opens a file. Files never change, so the footers of those read last are kept, up to `FOOTER_BYTES`. What is read of
   * it is compared with its digests first.
   *
   * @throws {DamagedHistory}
   */
  async open(part: StoredPart): Promise<ParquetFile> {
    const { backend_key, bytes } = part
    let file = this.#open.get(backend_key)
    // The last one used is the last one to be dropped.
    if (file) this.#open.delete(backend_key)
    else file = this.#read(part, bytes)
    this.#open.set(backend_key, file)
    try {
      return await file
    } catch (error) {
      this.#open.delete(backend_key)
      throw error
    }
  }

  /**
   * Reads a whole file, and compares it with its digests as it passes.
   *
   * @throws {DamagedHistory} at the end, when it is not what was written
   */
  async *readWhole(part: StoredPart): AsyncGenerator<Buffer> {
    const hasher = new BlockHasher()
    try {
      for await (const chunk of this.#readTo(part, part.bytes)) {
        hasher.update(chunk)
        yield chunk
      }
      const expected = await part.loadDigests()
      if (expected !== null && hasher.finish() !== expected) throw new Error(NOT_AS_WRITTEN)
    } catch (error) {
      throw error instanceof DamagedHistory ? error : new DamagedHistory(part, error)
    }
  }

  /**
   * Compares a whole file with its digests, if it has any.
   *
   * @returns the digests of what was found
   * @throws {DamagedHistory} when it is missing, longer, shorter or not what was written
   */
  async digest(part: StoredPart): Promise<string> {
    const hasher = new BlockHasher()
    let bytes = 0
    try {
      // One byte more than there should be.
      for await (const chunk of this.#readTo(part, part.bytes + 1)) {
        hasher.update(chunk)
        bytes += chunk.length
      }
      if (bytes !== part.bytes) throw new Error(`it is ${bytes < part.bytes ? 'shorter' : 'longer'} than its row says`)
      const [found, expected] = [hasher.finish(), await part.loadDigests()]
      if (expected !== null && found !== expected) throw new Error(NOT_AS_WRITTEN)
      return found
    } catch (error) {
      throw new DamagedHistory(part, error)
    }
  }

  #readTo({ backend, backend_key }: StoredPart, to: number): AsyncIterable<Buffer> {
    return this.backendOf(backend).read(backend_key, 0, to)
  }

  async #read(part: StoredPart, bytes: number): Promise<ParquetFile> {
    const backend = this.backendOf(part.backend)
    const readPlain = (from: number, to: number) => readAll(backend.read(part.backend_key, from, to), to - from)
    const digests = await digestsOf(part)
    const read = async (from: number, to: number) => {
      try {
        if (to > bytes || from > to) throw new Error('it refers to bytes beyond its end')
        return await (digests ? readVerified({ from, to, bytes, digests, read: readPlain }) : readPlain(from, to))
      } catch (error) {
        throw new DamagedHistory(part, error)
      }
    }
    const file = await openParquet(part, { bytes, read, decoded: this.#decoded })
    // The next reader may find that they have been computed.
    if (!digests) {
      this.#open.delete(part.backend_key)
      return file
    }
    this.#opened_bytes += file.footer_bytes
    for (const [key, oldest] of this.#open) {
      if (this.#opened_bytes <= FOOTER_BYTES) break
      if (key === part.backend_key) continue
      this.#open.delete(key)
      this.#opened_bytes -= (await oldest.catch(() => null))?.footer_bytes ?? 0
    }
    return file
  }
}

/** Opens the store of an installation. New files go to the S3 where there is one; those on disk stay readable. */
export async function openHistory({ data_dir, s3_url, decoded_bytes }: HistorySettings): Promise<HistoryStore> {
  const disk = new DiskBackend(data_dir, historyLayout)
  if (!s3_url) return new HistoryStore(disk, [], decoded_bytes)
  return new HistoryStore(await openS3(s3_url, historyLayout), [disk], decoded_bytes)
}

async function digestsOf(part: StoredPart): Promise<Buffer | null> {
  try {
    const text = await part.loadDigests()
    return text === null ? null : parseDigests(text, part.bytes)
  } catch (error) {
    throw new DamagedHistory(part, error)
  }
}

async function readAll(chunks: AsyncIterable<Buffer>, size: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let filled = 0
  for await (const chunk of chunks) {
    if (filled + chunk.length > size) throw new Error('it is longer than its row says')
    bytes.set(chunk, filled)
    filled += chunk.length
  }
  if (filled < size) throw new Error('it is shorter than its row says')
  return bytes.buffer
}

export const historyLayout: Layout = {
  folder: { disk: 'history', s3: 'history/' },
  key: /^organisation=\d+\/day=\d{4}-\d\d-\d\d\/[0-9a-f-]{36}\.parquet$/,
  path: (key) => key,
  removes_folders: true,
  // Programs that read the folder ignore names that begin so.
  unfinished: '_unfinished',
}

/** Parsed footers take some ten times their bytes. */
const FOOTER_BYTES = 4 * 1024 * 1024

export type StoredPart = {
  organisation_id: number
  day: string
  backend: string
  backend_key: string
  bytes: number
  /** Of all blocks of the file (`digests/blocks.ts`); null if none have been computed. Asked for when it is opened. */
  loadDigests(): Promise<string | null>
}
export type HistorySettings = { data_dir: string; s3_url: string | null; decoded_bytes?: number }
