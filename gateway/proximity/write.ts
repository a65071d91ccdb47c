import { type Kysely, sql } from 'kysely'
import type { AlertRow, OwnedAlert } from '#db/alerts/owned.ts'
import { bigints } from '#db/arrays.ts'
import type { Belonging } from '#db/live_rooms.ts'
import type { Database } from '#db/tables/index.ts'
import { unnestRows } from '#db/unnest.ts'
import type { Changes } from './judge.ts'

/**
 * Writes what a judgement has changed: alerts with their jobs, and pairs that wait.
 *
 * @returns the alerts that were raised or have ended, with who may see their trackers
 */
export async function writeChanges(
  trx: Kysely<Database>,
  organisation_id: number,
  changed: Changed[],
): Promise<OwnedAlert[]> {
  const all = <K extends keyof Changes>(kind: K) =>
    changed.flatMap(({ id, changes }) =>
      (changes[kind] as Changes[K][number][]).map((one) => ({ ...one, organisation_id, proximity_rule_id: id })),
    )
  const [raised, ended, pending, dropped] = [all('raised'), all('ended'), all('pending'), all('dropped')]
  if (raised.length + ended.length + pending.length + dropped.length === 0) return []
  const alerts: AlertRow[] = []
  await lockTrackers(trx, organisation_id, [...raised, ...pending])
  if (ended.length > 0) {
    const { rows } = await sql<AlertRow>`
      update alert a set ended_at = greatest(a.started_at, to_timestamp(e.ended_at / 1000))
      from ${unnestRows(ended, { bigint: ['organisation_id', 'alert_id'], float8: ['ended_at'] }, 'e')}
      where a.organisation_id = e.organisation_id and a.id = e.alert_id and a.ended_at is null
      returning a.*`.execute(trx)
    alerts.push(...rows)
  }
  if (raised.length > 0) {
    const { rows } = await sql<AlertRow>`
      with raised as (
        insert into alert (organisation_id, tracker_id, kind, proximity_rule_id, other_tracker_id, distance_m,
          started_at, raised_at)
        select organisation_id, tracker_id, 'proximity', proximity_rule_id, other_tracker_id, distance_m,
          to_timestamp(started_at / 1000), to_timestamp(raised_at / 1000)
        from ${unnestRows(raised, { bigint: pairKey, float8: ['distance_m', 'started_at', 'raised_at'] }, 'r')}
        where ${areThere('r')}
        on conflict do nothing
        returning *
      ), queued as (
        insert into alert_job (organisation_id, tracker_id, alert_id, occasion, happened_at)
        select organisation_id, tracker_id, id, 'proximity', started_at from raised order by id
      )
      select * from raised order by id`.execute(trx)
    alerts.push(...rows)
  }
  if (dropped.length > 0) {
    await sql`delete from proximity_pair p using ${unnestRows(dropped, { bigint: pairKey }, 'd')}
      where p.organisation_id = d.organisation_id and p.proximity_rule_id = d.proximity_rule_id
        and p.tracker_id = d.tracker_id and p.other_tracker_id = d.other_tracker_id`.execute(trx)
  }
  if (pending.length > 0) {
    await sql`insert into proximity_pair (organisation_id, proximity_rule_id, tracker_id, other_tracker_id, since)
      select p.organisation_id, p.proximity_rule_id, p.tracker_id, p.other_tracker_id, to_timestamp(p.since / 1000)
      from ${unnestRows(pending, { bigint: pairKey, float8: ['since'] }, 'p')}
      join proximity_rule r on r.organisation_id = p.organisation_id and r.id = p.proximity_rule_id
      where ${areThere('p')}
      on conflict do nothing`.execute(trx)
  }
  return withBelongings(trx, organisation_id, alerts)
}

async function withBelongings(trx: Kysely<Database>, organisation_id: number, alerts: AlertRow[]) {
  if (alerts.length === 0) return []
  const ids = alerts.flatMap(({ tracker_id, other_tracker_id }) => [tracker_id, other_tracker_id!])
  const { rows } = await sql<Belonging & { id: number }>`select t.id, t.owner_user_id, t.group_id from tracker t
    where t.organisation_id = ${organisation_id} and t.id = any(${bigints(ids)}::bigint[])`.execute(trx)
  const belongings = new Map(rows.map(({ id, ...belonging }) => [id, belonging]))
  return alerts.flatMap((alert) => {
    const [of, other] = [belongings.get(alert.tracker_id), belongings.get(alert.other_tracker_id!)]
    return of && other ? [{ ...alert, ...of, other }] : []
  })
}

/** Before the alerts, in the order in which a removal locks them: tracker, then what goes with it. */
async function lockTrackers(trx: Kysely<Database>, organisation_id: number, pairs: Pair[]): Promise<void> {
  if (pairs.length === 0) return
  const ids = [...new Set(pairs.flatMap(({ tracker_id, other_tracker_id }) => [tracker_id, other_tracker_id]))]
  await sql`select from tracker t where t.organisation_id = ${organisation_id} and t.id = any(${bigints(ids)}::bigint[])
    order by t.id for key share`.execute(trx)
}

/** Neither tracker was removed since it was read. */
const areThere = (pair: string) =>
  sql.join(
    ['tracker_id', 'other_tracker_id'].map(
      (column) => sql`exists (select from tracker t
        where t.organisation_id = ${sql.ref(`${pair}.organisation_id`)} and t.id = ${sql.ref(`${pair}.${column}`)})`,
    ),
    sql` and `,
  )

const pairKey = ['organisation_id', 'proximity_rule_id', 'tracker_id', 'other_tracker_id'] as const

type Changed = { id: number; changes: Changes }
type Pair = { tracker_id: number; other_tracker_id: number }
