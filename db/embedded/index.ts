import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PGlite } from 'kysely'
import { checkFolder, explainFolder } from './folder.ts'
import type { Answer, Opening, Order } from './worker.ts'

/**
 * Opens PostgreSQL with PostGIS in a worker thread of this process, so that reports are read while others are stored.
 *
 * @param dataDir the folder to keep it in, made if missing
 * @throws {Error} with one sentence for people when the folder cannot be used or another process has it open
 */
export async function openEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const release = lock(dataDir)
  let database: EmbeddedDatabase | null = null
  try {
    const { finished } = withSentence(dataDir, () => checkFolder(dataDir))
    const folder = join(dataDir, 'database')
    if (!existsSync(join(folder, 'PG_VERSION'))) await create(dataDir, folder)
    database = new EmbeddedDatabase({ folder }, release)
    await database.waitReady
    finished()
    return database
  } catch (error) {
    if (!database) {
      release()
      throw error
    }
    await database.end()
    throw new Error(explainFolder(dataDir, error as Error), { cause: error })
  }
}

/** Creates an empty database with its extensions, in a process of its own whose memory is given back. */
async function create(dataDir: string, folder: string): Promise<void> {
  // It runs once, so optimising it would not pay.
  const child = fork(new URL('./create.ts', import.meta.url), [folder], { execArgv: ['--liftoff-only'] })
  let reason = 'it was ended'
  child.on('message', ({ message }: { message: string }) => {
    reason = message
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(explainFolder(dataDir, new Error(reason)))
}

/** The main thread's side. `SessionQueue` lets one statement or transaction at a time through. */
export class EmbeddedDatabase implements PGlite {
  #worker: Worker
  #waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>()
  #last = 0
  #release: () => void
  #failure: Error | null = null
  waitReady: Promise<void>
  ready = false

  constructor(opening: Opening, release: () => void) {
    this.#release = release
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: opening,
      // Rows pass through and are soon garbage: a larger young generation only grows to its limit.
      resourceLimits: { maxYoungGenerationSizeMb: 32 },
    })
    this.#worker.on('message', (answer: Answer) => this.#take(answer))
    this.#worker.on('error', (error) => this.#lose(error))
    this.#worker.on('exit', () => this.#lose(new Error('it was closed')))
    this.waitReady = this.#request<void>({ order: 'open' }).then(() => {
      this.ready = true
    })
  }

  get closed(): boolean {
    return this.#failure !== null
  }

  query<T>(text: string, values?: unknown[]): Promise<Result<T>> {
    return this.#request({ order: 'query', text, values })
  }

  async transaction<T>(callback: (trx: Transaction) => Promise<T>): Promise<T> {
    await this.query('begin')
    try {
      const result = await callback({
        query: (text, values) => this.query(text, values),
        rollback: async () => void (await this.query('rollback')),
      })
      await this.query('commit')
      return result
    } catch (error) {
      if (!this.closed) await this.query('rollback')
      throw error
    }
  }

  async close(): Promise<void> {
    if (this.closed) return
    await this.#request({ order: 'close' })
    await this.end()
  }

  /** Terminates the thread. */
  async end(): Promise<void> {
    await this.#worker.terminate()
    this.#release()
  }

  #request<T>(order: Order): Promise<T> {
    if (this.#failure) return Promise.reject(this.#failure)
    return new Promise<T>((resolve, reject) => {
      const id = ++this.#last
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, ...order })
    })
  }

  #take({ id, value, error }: Answer): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error) waiting?.reject(Object.assign(new Error(error.message), error))
    else waiting?.resolve(value as never)
  }

  #lose(error: Error): void {
    this.#failure ??= new Error(`The embedded database is not there: ${error.message}.`)
    for (const { reject } of this.#waiting.values()) reject(this.#failure)
    this.#waiting.clear()
  }
}

/** Locks the folder: PGlite does not, and two processes would destroy the files. */
function lock(dataDir: string): () => void {
  const path = join(dataDir, 'ringfence.lock')
  withSentence(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const holder = readHolder(path)
    if (holder && startedAt(holder.pid) === holder.started_at) {
      throw new Error(`DATA_DIR ${dataDir} is in use by another Ringfence (process ${holder.pid}): stop it first.`)
    }
    writeFileSync(path, JSON.stringify({ pid: process.pid, started_at: startedAt(process.pid) }))
  })
  return () => rmSync(path, { force: true })
}

/** Turns file system errors into a sentence for people. */
function withSentence<T>(dataDir: string, use: () => T): T {
  try {
    return use()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new Error(explainFolder(dataDir, error as Error))
    if (code) throw new Error(`DATA_DIR ${dataDir} cannot be used (${code}): choose a folder that can be written.`)
    throw error
  }
}

function readHolder(path: string): { pid: number; started_at: string } | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * Start time of a process, which distinguishes it from a later one with the same id: in a container the id is always 1.
 */
function startedAt(pid: number): string | null {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? 'alive'
  } catch {
    return 'alive' // no /proc here
  }
}

type Result<T> = { rows: T[]; affectedRows?: number; fields: { name: string; dataTypeID: number }[] }
type Transaction = Parameters<Parameters<PGlite['transaction']>[0]>[0]
