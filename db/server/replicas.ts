import { type CompiledQuery, Kysely, PostgresDialect, type QueryResult } from 'kysely'
import type { Pool } from 'pg'
import { currentCaller } from '../cancelling.ts'
import { isUnavailable, sqlstateOf } from '../errors.ts'
import type { Database } from '../tables/index.ts'
import { makePool, type PoolSettings } from './pool.ts'
import { readingDialect } from './reading_dialect.ts'
import { awaitReplay, type Position, positionOf } from './replica.ts'
import { hostOf, serverUrls } from './servers.ts'

/**
 * Reads that may be answered by streaming replicas, in turns. A replica answers a statement after it has replayed all
 * commits from before the statement, so people see their own writes, and revoked rights are revoked there too. Otherwise,
 * and where a replica fails, the primary answers.
 */
export class Replicas {
  /** Statements only: transactions belong to the primary. */
  readonly db: Kysely<Database>
  /** Statements by who answered them; of the primary's, why. */
  readonly counts = new Map<Answered, number>()
  readonly #primary: Kysely<Database>
  readonly #replicas: Replica[]
  readonly #wait_ms: number
  readonly #on_change: (change: ReplicaChange) => void
  #turn = 0

  constructor({ primary, url, pool, wait_ms, on_change }: ReplicaOptions) {
    this.#primary = primary
    this.#wait_ms = wait_ms
    this.#on_change = on_change
    this.#replicas = serverUrls(url).map((url) => {
      const own = makePool(url, pool)
      const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: own }) })
      return { host: hostOf(url), pool: own, db, state: 'unknown', retry_at: 0, rest_ms: MIN_REST_MS, probe: null }
    })
    this.db = new Kysely<Database>({ dialect: readingDialect((query) => this.#run(query)) })
  }

  /** Replicas that answer at present. */
  get used(): number {
    return this.#replicas.filter(({ state }) => state === 'used').length
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map(({ probe }) => probe))
    await Promise.all(this.#replicas.map(({ pool }) => pool.end()))
  }

  async #run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const replica = this.#next()
    const answer = replica ? await this.#ask<R>(replica, query) : this.#leave('no_replica')
    return answer ?? this.#primary.executeQuery<R>(query)
  }

  /** The next in turn. One that rests is tried again beside the reads, which do not wait for it. */
  #next(): Replica | null {
    for (const replica of this.#replicas) {
      if (replica.state !== 'used' && replica.retry_at <= performance.now()) this.#probe(replica)
    }
    const used = this.#replicas.filter(({ state }) => state === 'used')
    return used[this.#turn++ % Math.max(1, used.length)] ?? null
  }

  /** @returns null where the primary has to answer */
  async #ask<R>(replica: Replica, query: CompiledQuery): Promise<QueryResult<R> | null> {
    const position = await positionOf(this.#primary)
    try {
      const state = await this.#reach(replica, position)
      if (state !== 'ready') {
        this.#rest(replica, state)
        return this.#leave(state)
      }
      const answer = await replica.db.executeQuery<R>(query)
      this.#count('replica')
      return answer
    } catch (error) {
      if (currentCaller()?.aborted || !isOfReplica(error)) throw error
      // It replays a change that the statement's snapshot forbids: the replica itself is well.
      if (sqlstateOf(error) === SERIALIZATION_FAILURE) return this.#leave('conflict')
      this.#rest(replica, 'away')
      return this.#leave('away')
    }
  }

  #probe(replica: Replica): void {
    replica.probe ??= positionOf(this.#primary)
      .then((position) => this.#reach(replica, position))
      .then(
        (state) => (state === 'ready' ? this.#use(replica) : this.#rest(replica, state)),
        () => this.#rest(replica, 'away'),
      )
      .finally(() => {
        replica.probe = null
      })
  }

  /** Connecting to a host that does not answer takes longer than a read may. */
  async #reach({ db }: Replica, position: Position): Promise<'ready' | Trouble> {
    const reaching = awaitReplay(db, position, this.#wait_ms)
    const { promise: late, resolve } = Promise.withResolvers<Trouble>()
    const timer = setTimeout(resolve, this.#wait_ms + CONNECT_MS, 'away')
    try {
      return await Promise.race([reaching, late])
    } finally {
      clearTimeout(timer)
      reaching.catch(() => {})
    }
  }

  #use(replica: Replica): void {
    replica.rest_ms = MIN_REST_MS
    this.#change(replica, 'used')
  }

  #rest(replica: Replica, trouble: Trouble): void {
    replica.retry_at = performance.now() + replica.rest_ms
    replica.rest_ms = Math.min(2 * replica.rest_ms, MAX_REST_MS)
    this.#change(replica, trouble)
  }

  #change(replica: Replica, state: 'used' | Trouble): void {
    if (replica.state === state) return
    replica.state = state
    this.#on_change({ host: replica.host, state })
  }

  #leave(reason: Exclude<Answered, 'replica'>): null {
    this.#count(reason)
    return null
  }

  #count(answered: Answered): void {
    this.counts.set(answered, (this.counts.get(answered) ?? 0) + 1)
  }
}

/** Errors that the primary would not have: the server is away, or a conflict with its recovery. */
const isOfReplica = (error: unknown): boolean => isUnavailable(error) || sqlstateOf(error) === null

const SERIALIZATION_FAILURE = '40001'
const CONNECT_MS = 500
const MIN_REST_MS = 1_000
const MAX_REST_MS = 30_000

type Replica = {
  host: string
  pool: Pool
  db: Kysely<Database>
  state: 'unknown' | 'used' | Trouble
  /** When it is tried again, on the clock of `performance.now`. */
  retry_at: number
  rest_ms: number
  probe: Promise<void> | null
}
/** `foreign`: no replica of the primary, or of an older timeline. */
type Trouble = 'behind' | 'foreign' | 'away'
type Answered = 'replica' | 'no_replica' | 'conflict' | Trouble

export type ReplicaChange = { host: string; state: 'used' | Trouble }
export type ReplicaOptions = {
  primary: Kysely<Database>
  /** One or several hosts. */
  url: string
  pool: PoolSettings
  /** How long a statement waits for a replica to catch up. */
  wait_ms: number
  /** Called when a replica is used, or is no longer. */
  on_change(change: ReplicaChange): void
}
