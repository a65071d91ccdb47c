import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables/index.ts'
import { type BuildOptions, buildIndexes, type Progress } from './build.ts'

/** Builds the declared indexes in the background, once; after a failure the next run continues. */
export class IndexBuild {
  readonly #db: Kysely<Database>
  readonly #options: Pick<BuildOptions, 'concurrently' | 'report'>
  readonly #stopping = new AbortController()
  #session: number | null = null
  #is_done = false

  constructor({ db, kind, log }: IndexBuildContext) {
    this.#db = db
    const report = (progress: Progress) => log.info(progress, 'an index was built')
    this.#options = { concurrently: kind === 'server', report }
  }

  readonly task = { name: 'build indexes', interval_ms: 10_000, run: () => this.run() }

  async run(): Promise<void> {
    if (this.#is_done || this.#stopping.signal.aborted) return
    try {
      const on_session = (pid: number) => {
        this.#session = pid
      }
      const options = { ...this.#options, on_session, signal: this.#stopping.signal }
      this.#is_done = await buildIndexes(this.#db, options)
    } catch (error) {
      if (!this.#stopping.signal.aborted) throw error
    } finally {
      this.#session = null
    }
  }

  /** Cancels the index that is being built; the next start builds it again. */
  async cancel(): Promise<void> {
    this.#stopping.abort()
    if (this.#session !== null) await sql`select pg_cancel_backend(${this.#session})`.execute(this.#db)
  }
}

type IndexBuildContext = {
  db: Kysely<Database>
  kind: 'embedded' | 'server'
  log: { info(facts: object, text: string): void }
}
