import { Worker } from 'node:worker_threads'
import type { Chunk, DecoderAnswer, DecoderOrder } from './decoder.worker.ts'

/**
 * Decodes columns of numbers in a thread of its own, ahead of who reads them. The thread is started when it is wanted,
 * and ends when it has had nothing to do for a while.
 */
export class Decoder {
  readonly #orders = new Map<number, (columns: Columns) => void>()
  #worker: Worker | null = null
  #last_id = 0
  #idle: NodeJS.Timeout | null = null

  /** Whether it takes no more for now: what is decoded too early fills the memory. */
  get is_busy(): boolean {
    return this.#orders.size >= MOST_ORDERS
  }

  /**
   * @param bytes of a file, or some of it; they belong to the thread from then on
   * @returns the columns in the order of the chunks; null for each that could not be decoded
   */
  decode(bytes: ArrayBuffer, chunks: Chunk[]): Promise<Columns> {
    const id = ++this.#last_id
    if (this.#idle) clearTimeout(this.#idle)
    this.#worker ??= this.#start()
    const answer = new Promise<Columns>((resolve) => this.#orders.set(id, resolve))
    this.#worker.postMessage({ id, bytes: new Uint8Array(bytes), chunks } satisfies DecoderOrder, [bytes])
    return answer
  }

  #start(): Worker {
    const worker = new Worker(new URL('./decoder.worker.ts', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    })
    // It does not keep the process running.
    worker.unref()
    worker.on('message', ({ id, columns }: DecoderAnswer) => this.#finish(id, columns))
    worker.on('error', () => this.#end(worker))
    worker.on('exit', () => this.#end(worker))
    return worker
  }

  #finish(id: number, columns: Columns): void {
    this.#orders.get(id)?.(columns)
    this.#orders.delete(id)
    if (this.#orders.size > 0) return
    const worker = this.#worker!
    this.#idle = setTimeout(() => {
      this.#end(worker)
      worker.terminate()
    }, IDLE_MS).unref()
  }

  /** What it has not decoded is decoded by who reads it. */
  #end(worker: Worker): void {
    if (worker !== this.#worker) return
    this.#worker = null
    for (const resolve of this.#orders.values()) resolve([])
    this.#orders.clear()
  }
}

const IDLE_MS = 10_000
/** Of files: each is in memory, with its columns. */
const MOST_ORDERS = 4

type Columns = readonly (Float64Array | null)[]
