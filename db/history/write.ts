import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { Writing } from '../contents/backend.ts'
import { CellCollector } from './cells/cells.ts'
import { BlockHasher } from './digests/blocks.ts'
import type { ArchivedEvent } from './event.ts'
import type { FileName } from './parquet/encoder.ts'
import type { EncoderAnswer, EncoderOrder } from './parquet/encoder.worker.ts'
import type { HistoryStore } from './store.ts'

/**
 * Writes files, one at a time. They are encoded in a thread of their own.
 *
 * @example
 * const writer = new FileWriter(store)
 * await writer.begin({ organisation_id: 1, day: '2026-11-20' })
 * await writer.add(events)
 * const written = await writer.finish()
 * await writer.close()
 */
export class FileWriter {
  readonly #store: HistoryStore
  #worker: Worker | null = null
  #writing: Writing | null = null
  #written: WrittenFile | null = null
  #hasher = new BlockHasher()
  #sha256 = createHash('sha256')
  #collector = new CellCollector()

  constructor(store: HistoryStore) {
    this.#store = store
  }

  async begin(name: FileName): Promise<void> {
    const backend_key = this.#store.newKey(name)
    this.#writing = await this.#store.backend.create(backend_key)
    this.#written = { ...name, backend: this.#store.backend.name, backend_key, ...nothing }
    this.#hasher = new BlockHasher()
    this.#sha256 = createHash('sha256')
    this.#collector = new CellCollector()
    this.#worker ??= startWorker()
    this.#worker.postMessage({ begin: name } satisfies EncoderOrder)
  }

  /** @param events in the order of the file */
  async add(events: ArchivedEvent[]): Promise<void> {
    for (const event of events) this.#count(event)
    await this.#write({ add: events })
  }

  /**
   * Makes the file durable, and reads it again: its events leave the database. Without a row of `event_archive` it is
   * removed later.
   *
   * @throws {DamagedHistory} when the disk or the S3 does not give what was written
   */
  async finish(): Promise<WrittenFile> {
    const contents = await this.#write({ finish: true })
    await this.#writing!.finish()
    this.#writing = null
    const written = this.#written!
    written.block_digests = this.#hasher.finish()
    written.cells = this.#collector.finish()
    written.sha256 = this.#sha256.digest('hex')
    written.contents = contents
    await this.#store.digest({ ...written, loadDigests: async () => written.block_digests })
    return written
  }

  /** Removes a file that is not finished. */
  async abort(): Promise<void> {
    await this.#writing?.abort().catch(() => {})
    this.#writing = null
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.abort()
    await this.#worker?.terminate()
    this.#worker = null
  }

  /** @returns what is in the file, at its end */
  async #write(order: EncoderOrder): Promise<string> {
    const answer = await ask(this.#worker!, order)
    if ('error' in answer) throw new Error(`A file of history could not be encoded: ${answer.error}`)
    if (answer.bytes.length === 0) return answer.contents
    this.#written!.bytes += answer.bytes.length
    this.#hasher.update(answer.bytes)
    this.#sha256.update(answer.bytes)
    await this.#writing!.write([Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.length)])
    return answer.contents
  }

  #count(event: ArchivedEvent): void {
    const { tracker_id, id, fix_at } = event
    this.#collector.add(tracker_id, event)
    const written = this.#written!
    written.events++
    written.first_tracker_id = Math.min(written.first_tracker_id, tracker_id)
    written.last_tracker_id = Math.max(written.last_tracker_id, tracker_id)
    written.first_id = Math.min(written.first_id, id)
    written.last_id = Math.max(written.last_id, id)
    written.first_fix_at = Math.min(written.first_fix_at, fix_at)
    written.last_fix_at = Math.max(written.last_fix_at, fix_at)
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./parquet/encoder.worker.ts', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  })
}

function ask(worker: Worker, order: EncoderOrder): Promise<EncoderAnswer> {
  return new Promise((resolve, reject) => {
    const end = () => {
      worker.off('message', answer).off('error', fail).off('exit', exit)
    }
    const answer = (value: EncoderAnswer) => {
      end()
      resolve(value)
    }
    const fail = (error: Error) => {
      end()
      reject(error)
    }
    const exit = () => fail(new Error('The thread that encodes history has ended.'))
    worker.on('message', answer).on('error', fail).on('exit', exit)
    worker.postMessage(order)
  })
}

const nothing = {
  bytes: 0,
  block_digests: '',
  cells: '',
  sha256: '',
  contents: '',
  events: 0,
  first_tracker_id: Infinity,
  last_tracker_id: -Infinity,
  first_id: Infinity,
  last_id: -Infinity,
  first_fix_at: Infinity,
  last_fix_at: -Infinity,
}

/** What a row of `event_archive` says; times are microseconds since 1970. */
export type WrittenFile = FileName & {
  backend: 'disk' | 's3'
  backend_key: string
  bytes: number
  /** Of all blocks (`digests/blocks.ts`). */
  block_digests: string
  /** Where its trackers were (`cells/cells.ts`). */
  cells: string
  sha256: string
  /** Of each tracker (`chain/content.ts`). */
  contents: string
  events: number
  first_tracker_id: number
  last_tracker_id: number
  first_id: number
  last_id: number
  first_fix_at: number
  last_fix_at: number
}
