import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import type { Breach } from '../engine/rules/index.ts'

/**
 * Replaces the stored breaches of trackers. Call after their states were written in the same transaction: the version
 * of a state guards its breaches, too.
 */
export async function writeBreaches(trx: Kysely<Database>, trackers: Breaking[]): Promise<void> {
  if (trackers.length === 0) return
  await sql`/* remove_breaches */
    delete from boundary_breach x
    using ${unnestRows(trackers, { bigint: trackerKey }, 't')}
    where x.organisation_id = t.organisation_id and x.tracker_id = t.tracker_id`.execute(trx)
  const breaches = trackers.flatMap(({ organisation_id, tracker_id, breach_alert_ids, ...tracker }) =>
    breachesOf(tracker).map((breach) => ({
      ...breach,
      organisation_id,
      tracker_id,
      alert_id: breach_alert_ids.get(breach.boundary_id),
    })),
  )
  if (breaches.length === 0) return
  await sql`/* write_breaches */
    insert into boundary_breach (organisation_id, tracker_id, boundary_id, rule, since, count, alert_id)
    select organisation_id, tracker_id, boundary_id, rule, to_timestamp(since / 1000), count, alert_id
    from ${unnestRows(breaches, columns, 'b')}`.execute(trx)
}

const columns = {
  bigint: [...trackerKey, 'boundary_id', 'alert_id'],
  text: ['rule'],
  integer: ['count'],
  float8: ['since'],
} as const

const breachesOf = (tracker: Pick<Breaking, 'state'>): readonly Breach[] => tracker.state.breaches ?? []

/** Reads the breaches of trackers. Trackers without any are missing. */
export async function readBreaches(db: Kysely<Database>, trackers: TrackerKey[]): Promise<Map<number, Breaches>> {
  if (trackers.length === 0) return new Map()
  const { rows } = await sql<BreachRow>`/* read_breaches */
    select x.tracker_id, x.boundary_id, x.rule, round(date_part('epoch', x.since) * 1e6)::bigint as since_us, x.count,
      x.alert_id
    from ${unnestRows(trackers, { bigint: trackerKey }, 't')}
    join boundary_breach x on x.organisation_id = t.organisation_id and x.tracker_id = t.tracker_id
    order by x.boundary_id`.execute(db)
  return new Map([...Map.groupBy(rows, (row) => row.tracker_id)].map(([id, of]) => [id, breachesFrom(of)]))
}

function breachesFrom(rows: BreachRow[]): Breaches {
  return {
    breaches: rows.map(({ boundary_id, rule, count, since_us, alert_id }) => ({
      boundary_id,
      rule,
      count,
      since: since_us / 1000,
      alerted: alert_id !== null,
    })),
    alert_ids: new Map(
      rows.flatMap(({ boundary_id, alert_id }) => (alert_id === null ? [] : [[boundary_id, alert_id]])),
    ),
  }
}

export const noBreaches: Breaches = { breaches: [], alert_ids: new Map() }

export type Breaches = { breaches: readonly Breach[]; alert_ids: ReadonlyMap<number, number> }
type BreachRow = Pick<Breach, 'boundary_id' | 'rule' | 'count'> & {
  tracker_id: number
  since_us: number
  alert_id: number | null
}
type TrackerKey = { organisation_id: number; tracker_id: number }

/** What is needed of a tracker's state. */
type Breaking = TrackerKey & { state: { breaches?: readonly Breach[] }; breach_alert_ids: ReadonlyMap<number, number> }
