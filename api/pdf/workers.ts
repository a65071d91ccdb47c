import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AppError } from '../http/errors.ts'
import { type FairLimiter, type Full, makeFairLimiter } from '../http/fair_limiter.ts'
import type { Layout, PdfAnswer, PdfOrder } from './worker.ts'

/**
 * Makes documents in worker threads, so that the main thread is free for devices. Threads are started for the first
 * document and end when none was made for a minute. One that crashes, runs out of memory or takes too long is replaced;
 * only its document fails.
 */
export class PdfWorkers {
  readonly #limits: Limits
  readonly #limited: FairLimiter
  #idle: Worker[] = []
  #resting: NodeJS.Timeout | undefined

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...defaults, ...limits }
    const { threads, per_person, per_organisation, waiting } = this.#limits
    this.#limited = makeFairLimiter({
      concurrency: threads,
      per_user: per_person,
      per_group: per_organisation,
      total: waiting,
      refusal: (full) => this.#refusalOf(full),
    })
  }

  /**
   * @param layout the module that lays the document out, with the type of its `data`
   * @param of who asks, and for which organisation: each has their turn and their limit
   * @throws {AppError} too_many_requests or unavailable while too many wait, both with the seconds to wait; not_possible
   *   for a document that takes too long or too much memory; what the layout throws
   */
  make<Data>(layout: LayoutModule<Data>, data: Data, of: Asker): Promise<Buffer> {
    const group = String(of.organisation_id)
    const user = of.user_id === null ? 'platform' : String(of.user_id)
    return this.#limited(user, () => this.#run({ layout: layout.href, data }), group)
  }

  /** Ends the idle threads. */
  async close(): Promise<void> {
    clearTimeout(this.#resting)
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()))
  }

  async #run(order: PdfOrder): Promise<Buffer> {
    clearTimeout(this.#resting)
    const worker = this.#idle.pop() ?? this.#start()
    worker.ref()
    const answer = await ask(worker, order, this.#limits.seconds)
    // Whatever it still does is of no use.
    if ('lost' in answer) {
      await worker.terminate()
      throw new AppError('not_possible', sentences[answer.lost])
    }
    worker.unref()
    this.#idle.push(worker)
    this.#resting = setTimeout(() => void this.close(), this.#limits.rest_ms).unref()
    if ('bytes' in answer) return Buffer.from(answer.bytes.buffer)
    const { code, message } = answer.error
    throw code ? new AppError(code, message) : new Error(`A document could not be made: ${message}`)
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memory_mb, maxYoungGenerationSizeMb: 16 },
    })
    worker.on('exit', () => {
      this.#idle = this.#idle.filter((one) => one !== worker)
    })
    // A thread that is being ended may still report what ended it.
    worker.on('error', () => {})
    return worker
  }

  #refusalOf(full: Full): AppError {
    const { per_person, per_organisation } = this.#limits
    const sentence = {
      person: `${per_person} documents of yours are waiting to be made, as many as one person may have.`,
      group: `${per_organisation} documents of this organisation are waiting to be made, as many as it may have.`,
      total: 'Too many documents are waiting to be made.',
    }[full]
    const code = full === 'total' ? 'unavailable' : 'too_many_requests'
    return new AppError(code, `${sentence} Please try again in ${AGAIN_S} seconds.`, undefined, AGAIN_S)
  }
}

/** Sends an order, and waits for its answer or the loss of the thread. */
function ask(worker: Worker, order: PdfOrder, seconds: number): Promise<PdfAnswer | { lost: Loss }> {
  return new Promise((resolve) => {
    const end = (answer: PdfAnswer | { lost: Loss }) => {
      clearTimeout(timer)
      worker.off('message', end).off('error', fail).off('exit', crash)
      resolve(answer)
    }
    const fail = (error: NodeJS.ErrnoException) =>
      end({ lost: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash' })
    const crash = () => end({ lost: 'crash' })
    const timer = setTimeout(() => end({ lost: 'time' }), seconds * 1000)
    worker.on('message', end).on('error', fail).on('exit', crash)
    worker.postMessage(order)
  })
}

const sentences = {
  memory: 'This document needs more memory than one may have. Lists have a CSV file.',
  time: 'This document takes longer than one may take. Lists have a CSV file.',
  crash: 'This document could not be made. Please report it.',
}
const AGAIN_S = 5

const defaults: Limits = {
  // One thread leaves a core to the main thread on small machines.
  threads: availableParallelism() > 3 ? 2 : 1,
  per_person: 4,
  per_organisation: 12,
  waiting: 40,
  seconds: 120,
  memory_mb: 256,
  rest_ms: 60_000,
}

export const pdfWorkers = new PdfWorkers()

/** The address of a module that lays out documents: `new URL('./layout.ts', import.meta.url)`. */
export interface LayoutModule<Data> extends URL {
  readonly ' layout'?: Layout<Data>
}
/** `user_id` null is the platform. */
export type Asker = { user_id: number | null; organisation_id: number }
type Loss = keyof typeof sentences
type Limits = {
  threads: number
  /** Documents that wait, of one person, one organisation and in total. */
  per_person: number
  per_organisation: number
  waiting: number
  /** Of one document. */
  seconds: number
  /** Of one thread's heap. */
  memory_mb: number
  /** A thread without work ends after this time. */
  rest_ms: number
}
