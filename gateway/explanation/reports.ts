import { type Kysely, sql } from 'kysely'
import type { JudgedReport } from '#db/alerts/explanation.ts'
import { historyOf } from '#db/history/of.ts'
import { micros } from '#db/history/parts.ts'
import { readEvents } from '#db/history/read.ts'
import { listShownParts } from '#db/history/shown_parts.ts'
import { isShown } from '#db/privacy/private_trips.ts'
import type { Database } from '#db/tables/index.ts'

/**
 * The last reports of a tracker up to a time with the engine's verdicts of then, from both tiers, newest first: those of
 * a week, at most `MOST`.
 *
 * @param at milliseconds since 1970
 */
export async function readReportsBefore(
  db: Kysely<Database>,
  tracker: TrackerKey,
  at: number,
): Promise<JudgedReport[]> {
  const stored = await readStored(db, tracker, at)
  // Asked for afterwards: what is moved into files in between is in both.
  const archived = stored.length < MOST ? await readArchived(db, tracker, at) : []
  const known = new Set(stored.map(({ id }) => id))
  return [...stored, ...archived.filter(({ id }) => !known.has(id))]
    .sort((a, b) => b.fix_at - a.fix_at || b.id - a.id)
    .slice(0, MOST)
    .map(({ fix_at, received, ...report }) => ({ ...report, fix_at: fix_at / 1000, received: received / 1000 }))
}

async function readStored(db: Kysely<Database>, tracker: TrackerKey, at: number): Promise<JudgedReport[]> {
  const { rows } = await sql<JudgedReport>`
    select e.id, ${micros(sql`e.fix_at`)} as fix_at, ${micros(sql`e.received`)} as received, e.event, e.alarm, e.valid,
      st_x(e.position) as longitude, st_y(e.position) as latitude, e.accuracy, e.outside_boundary, e.repeated, e.late,
      e.boundary_id
    from tracker_event e
    where e.organisation_id = ${tracker.organisation_id} and e.tracker_id = ${tracker.tracker_id}
      and e.fix_at <= ${timeOf(at)}::timestamptz and e.fix_at > ${timeOf(at - SPAN_MS)}::timestamptz
      and ${isShown('e')}
    order by e.fix_at desc, e.id desc limit ${MOST}`.execute(db)
  return rows.map((row) => ({ ...row, fix_at: Number(row.fix_at), received: Number(row.received) }))
}

async function readArchived(db: Kysely<Database>, tracker: TrackerKey, at: number): Promise<JudgedReport[]> {
  const store = historyOf(db)
  if (!store) return []
  const [from, to] = [at - SPAN_MS, at]
  const tracker_ids = new Set([tracker.tracker_id])
  const span = { from: timeOf(from), to: timeOf(to) }
  const parts = await listShownParts(db, { organisation_ids: [tracker.organisation_id], ...span, tracker_ids })
  const filter = { tracker_ids, from: from * 1000, to: to * 1000 }
  const reports: JudgedReport[] = []
  for await (const page of readEvents(store, parts, {
    filter,
    order: 'fix_at',
    descending: true,
    limit: MOST,
    columns: [...columns],
  })) {
    reports.push(...page)
  }
  return reports
}

const columns = [
  ...(['id', 'fix_at', 'received', 'event', 'alarm', 'valid', 'longitude', 'latitude', 'accuracy'] as const),
  ...(['outside_boundary', 'repeated', 'late', 'boundary_id'] as const),
] as const

const timeOf = (ms: number) => new Date(ms).toISOString()
const SPAN_MS = 7 * 86_400_000
/** A tracker that reports each minute for some hours. */
const MOST = 500

type TrackerKey = { organisation_id: number; tracker_id: number }
