import { hash } from 'node:crypto'
import type { Server } from 'node:http'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isRunningElsewhere } from '#db/loans/lent.ts'
import { isLastShown } from '../shown.ts'
import { lentName } from '../trackerloan.ts'
import type { RemotePosition, RemoteState } from './wire.ts'

/** Requests that wait at one time: of a loan, and in all. Others are answered at once. */
const MOST_OF_LOAN = 2
const MOST_WAITING = 1000
const TICK_MS = 1000

/** Requests of other installations that wait for another version of a loan: one statement a second for all of them. */
export class LoanWatch {
  readonly #db: Db
  readonly #waiting = new Set<Waiting>()
  #timer: NodeJS.Timeout | null = null

  constructor(db: Db) {
    this.#db = db
  }

  /** @returns undefined where there is no such loan any more */
  async wait(id: number, { version, wait_ms, signal, server }: Wait): Promise<RemoteState | undefined> {
    const now = (await readStates(this.#db, [id])).get(id)
    const others = [...this.#waiting].filter((one) => one.id === id).length
    const is_full = others >= MOST_OF_LOAN || this.#waiting.size >= MOST_WAITING
    if (!now || now.version !== version || wait_ms === 0 || is_full || now.state === 'ended') return now
    return await new Promise<RemoteState | undefined>((resolve, reject) => {
      const until = performance.now() + wait_ms
      this.#waiting.add({ id, version, until, signal, server, resolve, reject })
      this.#timer ??= setTimeout(() => this.#tick(), TICK_MS)
    })
  }

  async #tick(): Promise<void> {
    const waiting = [...this.#waiting]
    try {
      const states = await readStates(this.#db, [...new Set(waiting.map(({ id }) => id))])
      for (const one of waiting) {
        const state = states.get(one.id)
        if (state?.version !== one.version || isOver(one)) this.#end(one, () => one.resolve(state))
      }
    } catch (error) {
      for (const one of waiting) this.#end(one, () => one.reject(error as Error))
    }
    this.#timer = this.#waiting.size > 0 ? setTimeout(() => this.#tick(), TICK_MS) : null
  }

  #end(one: Waiting, answer: () => void): void {
    this.#waiting.delete(one)
    answer()
  }
}

/** Its time is up, no one waits for it any more, or the server stops. */
const isOver = ({ until, signal, server }: Waiting) =>
  performance.now() >= until - TICK_MS / 2 || signal.aborted || !server.listening

/** What the borrower may know of loans now. */
export async function readStates(db: Db, ids: readonly number[]): Promise<Map<number, RemoteState>> {
  const { rows } = await sql<StateRow>`/* states_of_remote_loans */
    select l.id::float8 as id, l.state = 'accepted' and l.ends_at > now() as is_open, l.ended_by, l.ended_at,
      clock_timestamp() as now,
      left(${lentName('l')}, 200) as tracker_name, p.is_shown, s.fix_at, st_x(s.position) as lon, st_y(s.position) as lat,
      s.speed, s.heading
    from tracker_loan l
    left join tracker_state s on s.organisation_id = l.organisation_id and s.tracker_id = l.tracker_id
    left join lateral (select ${isRunningElsewhere('l')} and ${isLastShown('l')} as is_shown) p on true
    where l.id = any(${ids as number[]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, stateOf(row)]))
}

function stateOf({ is_open, tracker_name, is_shown, fix_at, lon, lat, speed, heading, ...row }: StateRow): RemoteState {
  const position: RemotePosition | null =
    is_open && is_shown ? { fix_at: fix_at!, lon: lon!, lat: lat!, speed, heading } : null
  const state = { state: is_open ? ('accepted' as const) : ('ended' as const), tracker_name, position }
  const version = hash('sha256', JSON.stringify(state), 'base64url').slice(0, 22)
  return { ...state, version, ended_by: row.ended_by, ended_at: row.ended_at, now: row.now }
}

/** One for each database: in tests several servers are in one process. */
export function watchOf(db: Db): LoanWatch {
  const found = watches.get(db) ?? new LoanWatch(db)
  watches.set(db, found)
  return found
}

const watches = new WeakMap<Db, LoanWatch>()

type Wait = { version: string | undefined; wait_ms: number; signal: AbortSignal; server: Server }
type Waiting = Omit<Wait, 'wait_ms'> & {
  id: number
  until: number
  resolve(state: RemoteState | undefined): void
  reject(error: Error): void
}
type StateRow = {
  id: number
  is_open: boolean
  ended_by: 'lender' | 'borrower' | null
  ended_at: string | null
  now: string
  tracker_name: string | null
  is_shown: boolean | null
  fix_at: string | null
  lon: number | null
  lat: number | null
  speed: number | null
  heading: number | null
}
