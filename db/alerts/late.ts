import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../tables/index.ts'
import { trackerKey, unnestRows } from '../unnest.ts'

/**
 * Raises the alerts of trackers that are late, or will be, and has those notified who have asked. One that is open for
 * the tracker and the boundary is theirs, too.
 */
export async function raiseLate(trx: Kysely<Database>, late: readonly Late[]): Promise<void> {
  const columns = {
    bigint: [...trackerKey, 'boundary_id', 'user_id'],
    text: ['expected_at', 'started_at', 'arrives_at'],
  } as const
  await sql`/* raise_late */
    with late as (select * from ${unnestRows(late, columns, 'u')}), raised as (
      insert into alert (organisation_id, tracker_id, kind, boundary_id, boundary_name, started_at, raised_at,
        expected_at, arrives_at)
      select distinct on (l.organisation_id, l.tracker_id, l.boundary_id) l.organisation_id, l.tracker_id, 'late',
        l.boundary_id, b.name, l.started_at::timestamptz, now(), l.expected_at::timestamptz, l.arrives_at::timestamptz
      from late l join boundary b on b.organisation_id = l.organisation_id and b.id = l.boundary_id
      order by l.organisation_id, l.tracker_id, l.boundary_id, l.expected_at::timestamptz
      on conflict do nothing
      returning organisation_id, id, tracker_id, boundary_id
    ), open as (
      select * from raised
      -- Another person has asked for the same, and it is known already.
      union select a.organisation_id, a.id, a.tracker_id, a.boundary_id from alert a join late l
        on a.organisation_id = l.organisation_id and a.tracker_id = l.tracker_id and a.boundary_id = l.boundary_id
        where a.kind = 'late' and a.ended_at is null
    )
    insert into alert_job (organisation_id, tracker_id, alert_id, occasion, user_id, happened_at)
    select l.organisation_id, l.tracker_id, o.id, 'late', l.user_id, l.expected_at::timestamptz
    from late l join open o on o.organisation_id = l.organisation_id and o.tracker_id = l.tracker_id
      and o.boundary_id = l.boundary_id
    order by o.id, l.user_id`.execute(trx)
}

/** Whether the row's tracker has come to its boundary in time, or stood in it then. */
export const hasArrived = (row: string, expected: RawBuilder<unknown>, asked: RawBuilder<unknown>) => sql<boolean>`
  (exists (select from segment s where ${isVisitOf(row)} and s.began_at > greatest(${asked}, ${expected} - ${EARLY}))
    or exists (select from segment s where ${isVisitOf(row)} and s.ended_at is null and s.began_at <= ${expected})
    or exists (select from segment s where ${isVisitOf(row)} and s.began_at > ${expected} - interval '30 days'
      and s.began_at <= ${expected} and s.ended_at >= ${expected}))`

/** Whether the segment `s` is a visit of the row's tracker to its boundary. */
export const isVisitOf = (row: string) => sql`s.organisation_id = ${sql.ref(`${row}.organisation_id`)}
  and s.tracker_id = ${sql.ref(`${row}.tracker_id`)} and s.kind = 'visit'
  and s.boundary_id = ${sql.ref(`${row}.boundary_id`)} and s.attributes ->> 'passing' is distinct from 'true'`

/** Who came earlier than that has come for another reason. */
const EARLY = sql`interval '12 hours'`

/** How long after the expected time a tracker is late: what was reported until then is followed by now. */
export const LATE_AFTER_S = 120

export type Late = {
  organisation_id: number
  tracker_id: number
  boundary_id: number
  /** Who has asked. */
  user_id: number
  expected_at: string
  /** From when on it is known. */
  started_at: string
  /** About when it comes; null where it was expected already. */
  arrives_at: string | null
}
