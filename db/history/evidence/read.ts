import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { daysOf } from '../chain/check.ts'
import { lineOf, parseContents, proofsOf } from '../chain/content.ts'
import { hashOf, type Link } from '../chain/link.ts'
import { readChain } from '../chain/verify.ts'
import { loadDigests } from '../digests/rows.ts'
import { DamagedHistory } from '../errors.ts'
import type { ArchivedEvent } from '../event.ts'
import { groupMayMatch, partMayMatch } from '../filter.ts'
import { columnNames } from '../parquet/format.ts'
import { eventsOf, type Values } from '../parquet/values.ts'
import type { Part } from '../parts.ts'
import { listShownParts, type ShownParts } from '../shown_parts.ts'
import type { HistoryStore } from '../store.ts'
import { daysBetween } from './days.ts'
import type { DayOfTracker } from './evidence.ts'

/**
 * The chain of an organisation and the files of some days, of one moment. Files that are replaced afterwards stay for a
 * day, so they can be read without a transaction.
 */
export async function readMoment(db: Db, { organisation_id, tracker_id, from, until }: DaysOfTracker): Promise<Moment> {
  const moment = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const span = { from: `${from}T00:00:00Z`, to: `${until}T00:00:00Z` }
      const tracker_ids = new Set([tracker_id])
      const shown = await listShownParts(trx, { organisation_ids: [organisation_id], ...span, tracker_ids })
      const { rows } = await sql<{ backend_key: string; contents: string | null }>`select backend_key, contents
        from event_archive where organisation_id = ${organisation_id}
          and day between ${from}::date and ${until}::date`.execute(trx)
      const contents = new Map(rows.map((row) => [row.backend_key, row.contents]))
      const { rows: hot } = await sql<{ day: string; count: number }>`
        select (fix_at at time zone 'UTC')::date::text as day, count(*)::float8 as count from tracker_event
        where organisation_id = ${organisation_id} and tracker_id = ${tracker_id}
          and fix_at >= ${`${from}T00:00:00Z`}::timestamptz and fix_at < ${`${until}T00:00:00Z`}::timestamptz + interval '24 hours'
        group by 1`.execute(trx)
      const waiting = new Map(hot.map(({ day, count }) => [day, count]))
      return { links: await readChain(trx, organisation_id), shown, contents, waiting }
    })
  // When they are opened, the transaction has ended.
  const parts = moment.shown.parts.map((part) => ({ ...part, loadDigests: () => loadDigests(db, part.backend_key) }))
  return { ...moment, shown: { ...moment.shown, parts } }
}

/**
 * The reports of a tracker, day by day, as their files hold them.
 *
 * @throws {DamagedHistory} where a file is not what the chain says
 */
export async function* readDays(store: HistoryStore, moment: Moment, asked: DaysOfTracker): AsyncGenerator<DayRead> {
  const { links, shown, contents } = moment
  const chain = daysOf(links)
  const last_day = [...chain.keys()].sort().at(-1) ?? ''
  const parts = Map.groupBy(shown.parts, (part) => String(part.day).slice(0, 10))
  for (const day of daysBetween(asked.from, asked.until)) {
    const files = parts.get(day) ?? []
    const known = files.map(({ backend_key }) => contents.get(backend_key))
    const state = chain.get(day)
    const nothing = { day, reports: 0, waiting: moment.waiting.get(day) ?? 0, parts: [] }
    if (!state || known.some((one) => !one)) {
      // On some days no tracker of the organisation reports.
      const is_empty = files.length === 0 && nothing.waiting === 0 && day < last_day
      yield { ...nothing, state: is_empty ? 'none' : 'open' }
      continue
    }
    const proofs = proofsOf(parseContents(known as string[]), asked.tracker_id)
    const lines: string[] = []
    const events: ArchivedEvent[][] = []
    for (const part of files) {
      const own = await readTracker(store, part, asked.tracker_id)
      if (own.length === 0) continue
      events.push(own)
      lines.push(own.map((event) => `${lineOf(event)}\n`).join(''))
    }
    const left_out = reasonToLeaveOut(shown, events.flat())
    if (left_out) {
      yield { ...nothing, waiting: 0, state: left_out }
      continue
    }
    for (const [at, { digest }] of proofs.entries()) {
      if (hashOf(lines[at] ?? '') === digest) continue
      throw new DamagedHistory(
        files[0]!,
        new Error(`its reports of tracker ${asked.tracker_id} are not as in the chain`),
      )
    }
    yield {
      ...nothing,
      state: proofs.length > 0 ? 'reports' : 'none',
      reports: events.reduce((sum, { length }) => sum + length, 0),
      parts: proofs.map((proof, at) => ({ proof, lines: lines[at]!, events: events[at]! })),
    }
  }
}

/** In the order of the file. */
async function readTracker(store: HistoryStore, part: Part, tracker_id: number): Promise<ArchivedEvent[]> {
  const filter = { tracker_ids: new Set([tracker_id]) }
  if (!partMayMatch(part, filter)) return []
  const file = await store.open(part)
  const found: ArchivedEvent[] = []
  for (const group of file.groups) {
    if (!groupMayMatch(group, filter)) continue
    const values = (await file.readGroup(group, columnNames)) as Record<string, Values>
    for (const event of eventsOf(values, group.rows)) if (event.tracker_id === tracker_id) found.push(event)
  }
  return found
}

function reasonToLeaveOut({ changed, hidden }: ShownParts, events: ArchivedEvent[]): DayOfTracker | null {
  if (events.some(({ tracker_id, fix_at }) => hidden.has(tracker_id, fix_at))) return 'private'
  const is_changing = events.some(({ tracker_id, fix_at, digest }) => changed.has(tracker_id, fix_at, digest))
  return is_changing ? 'changing' : null
}

type DaysOfTracker = { organisation_id: number; tracker_id: number; from: string; until: string }
type Moment = {
  links: Link[]
  shown: ShownParts
  contents: Map<string, string | null>
  /** Reports that are in no file, by day. */
  waiting: Map<string, number>
}
export type DayRead = {
  day: string
  state: DayOfTracker
  reports: number
  waiting: number
  parts: { proof: ReturnType<typeof proofsOf>[number]; lines: string; events: ArchivedEvent[] }[]
}
