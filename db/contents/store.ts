import { createHash, hash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { KeyRing, WrappedKey } from '../keys/ring.ts'
import { Breath } from '../pace.ts'
import type { Backend } from './backend.ts'
import { DiskBackend } from './disk.ts'
import { FRAME, open, Sealer, sealedRange, sealWhole } from './frames.ts'
import { openS3 } from './s3.ts'

/**
 * The bytes of files: encrypted, on disk or in an S3. Rows of `file_content` say where they are.
 *
 * @example
 * const written = await store.write(chunks)
 * const stream = store.read(written, { start: 5, end: 10 })
 */
export class ContentStore {
  readonly keys: KeyRing
  /** Where new contents are written. */
  readonly backend: Backend
  readonly #backends: Map<string, Backend>

  constructor(keys: KeyRing, backend: Backend, others: Backend[] = []) {
    this.keys = keys
    this.backend = backend
    this.#backends = new Map([...others, backend].map((one) => [one.name, one]))
  }

  /** Every backend that may hold contents. */
  get backends(): Backend[] {
    return [...this.#backends.values()]
  }

  /**
   * Encrypts and stores bytes. They are durable when it returns; without a row they are removed a day later.
   *
   * @param chunks an error of the source removes what was written
   */
  async write(chunks: AsyncIterable<Buffer | Uint8Array>): Promise<WrittenContent> {
    const key = randomBytes(32)
    const sealer = new Sealer(key)
    const sha256 = createHash('sha256')
    const writing = await this.backend.create()
    try {
      let size = 0
      const head: Buffer[] = []
      let batch: Buffer[] = []
      let batched = 0
      // Reads the next chunks while a batch is being written.
      let under_way: Promise<void> = Promise.resolve()
      const send = async () => {
        await under_way
        under_way = writing.write(batch)
        // An error is thrown by the next `await`.
        under_way.catch(() => {})
        batch = []
        batched = 0
      }
      for await (const part of chunks) {
        const chunk = Buffer.isBuffer(part) ? part : Buffer.from(part.buffer, part.byteOffset, part.length)
        if (size < HEAD) head.push(Buffer.from(chunk.subarray(0, HEAD - size)))
        size += chunk.length
        sha256.update(chunk)
        for (const sealed of sealer.update(chunk)) {
          batch.push(sealed)
          batched += sealed.length
        }
        if (batched >= BATCH) await send()
      }
      batch.push(...sealer.final())
      await send()
      await under_way
      const backend_key = await writing.finish()
      const { name: backend } = this.backend
      return {
        size,
        sha256: sha256.digest('hex'),
        backend,
        backend_key,
        ...this.keys.wrap(key),
        head: Buffer.concat(head),
      }
    } catch (error) {
      await writing.abort().catch(() => {})
      throw error
    }
  }

  /**
   * Encrypts and stores small contents together, which takes a fraction of the time of one after the other.
   *
   * @param plains each of at most `SMALL` bytes
   */
  async writeMany(plains: Buffer[]): Promise<WrittenContent[]> {
    const breath = new Breath()
    const sealed: { frames: Buffer[]; wrapped: WrappedKey; sha256: string }[] = []
    for (const plain of plains) {
      const key = randomBytes(32)
      sealed.push({ frames: sealWhole(key, plain), wrapped: this.keys.wrap(key), sha256: hash('sha256', plain) })
      await breath.take()
    }
    const keys = await this.backend.put(sealed.map(({ frames }) => frames))
    const { name: backend } = this.backend
    return sealed.map(({ wrapped, sha256 }, i) => {
      const head = plains[i]!
      return { size: head.length, sha256, backend, backend_key: keys[i]!, ...wrapped, head }
    })
  }

  /**
   * Streams plain bytes, all or a range.
   *
   * @throws {DamagedContent} by the stream, when the bytes at rest were changed
   */
  read(content: StoredContent, { start = 0, end = content.size }: { start?: number; end?: number } = {}): Readable {
    return Readable.from(this.chunks(content, start, end), { objectMode: false, highWaterMark: READ_AHEAD })
  }

  chunks(content: StoredContent, start = 0, end = content.size): AsyncGenerator<Buffer> {
    const { from, to } = sealedRange(start, end, content.size)
    const sealed = this.#backendOf(content).read(content.backend_key, from, to)
    return open(sealed, this.keys.unwrap(content), { start, end, size: content.size })
  }

  /** The bytes at rest, as they are: for a backup. */
  readSealed(content: StoredContent, sealed_size: number): AsyncIterable<Buffer> {
    return this.#backendOf(content).read(content.backend_key, 0, sealed_size)
  }

  async remove(content: Pick<StoredContent, 'backend' | 'backend_key'>): Promise<void> {
    await this.#backendOf(content).remove(content.backend_key)
  }

  #backendOf({ backend }: Pick<StoredContent, 'backend'>): Backend {
    const found = this.#backends.get(backend)
    if (!found) throw new Error(`Files are stored in ${backend}, which is not configured: set S3_URL.`)
    return found
  }
}

/** Opens the store of an installation. New contents go to the S3 where there is one; those on disk stay readable. */
export async function openStore(keys: KeyRing, { data_dir, s3_url }: StoreSettings): Promise<ContentStore> {
  const disk = new DiskBackend(data_dir)
  return s3_url ? new ContentStore(keys, await openS3(s3_url), [disk]) : new ContentStore(keys, disk)
}

/** The most bytes of a content that is stored together with others. */
export const SMALL = FRAME
/** The first bytes, which tell the type and the size of a picture. */
const HEAD = 512 * 1024
/** Bytes in a write to the backend. */
const BATCH = 1024 * 1024
const READ_AHEAD = 256 * 1024

export type StoredContent = WrappedKey & { size: number; backend: 'disk' | 's3'; backend_key: string }
export type WrittenContent = StoredContent & { sha256: string; head: Buffer }
export type StoreSettings = { data_dir: string; s3_url: string | null }
