import { type Kysely, sql } from 'kysely'
import type { Belonging } from '#db/live_rooms.ts'
import { isServed } from '#db/moving/hold.ts'
import type { Database } from '#db/tables/index.ts'
import type { AlertKind } from '#db/tables/tracking/alert.ts'
import type { Occasion } from '#db/tables/tracking/alert_job.ts'
import type { BoundaryRule } from '#db/tables/tracking/boundary.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'

/** Takes the due jobs in the order in which they were written, with their details. */
export async function takeJobs(trx: Kysely<Database>, limit: number): Promise<{ ids: number[]; jobs: Job[] }> {
  const { rows } = await sql<{ id: number }>`
    delete from alert_job where id in (
      select id from alert_job where due_at <= now() and ${isServed(sql`alert_job.organisation_id`)} order by id limit ${limit})
    returning *`.execute(trx)
  const taken = rows as Raw[]
  taken.sort((a, b) => a.id - b.id)
  return { ids: taken.map(({ id }) => id), jobs: await describe(trx, taken) }
}

/** Adds details of tracker and alert; omits jobs whose tracker or alert was deleted. */
export async function describe(db: Kysely<Database>, raw: Raw[]): Promise<Job[]> {
  if (raw.length === 0) return []
  const { rows } = await sql<JobDetails>`/* describe_alert_jobs */
    select g.i::int as i, t.owner_user_id, t.group_id, t.type, t.demo,
      case when a.group_name is null then t.number else ${someOfGroup} end as number,
      d.id::float8 as drill_id, d.escalates as drill_escalates,
      coalesce(a.group_name, nullif(t.name, ''), t.number) as tracker_name,
      a.alarm, a.maintenance, a.sensor, a.driver, a.distance_m, coalesce(nullif(o.name, ''), o.number) as other_tracker,
      case when o.id is not null then json_build_object('owner_user_id', o.owner_user_id, 'group_id', o.group_id) end as other,
      a.kind, a.rule, a.never_inside, a.speed_limit, a.top_speed, a.started_at, a.raised_at, a.ended_at, a.event_id, a.expected_at, a.arrives_at, a.acknowledged_at, a.snoozed_until,
      coalesce(b.name, a.boundary_name) as boundary
    from ${unnestRows(raw, { bigint: [...trackerKey, 'alert_id'] }, 'g', 'i')}
    join tracker t on t.organisation_id = g.organisation_id and t.id = g.tracker_id
    left join fire_drill d on t.drill and d.organisation_id = t.organisation_id and d.tracker_id = t.id
    left join alert a on a.organisation_id = g.organisation_id and a.id = g.alert_id
    left join tracker o on o.organisation_id = a.organisation_id and o.id = a.other_tracker_id
    left join boundary b on b.organisation_id = a.organisation_id and b.id = a.boundary_id
    where g.alert_id is null or a.id is not null
    order by g.i`.execute(db)
  return rows.map(({ i, ...details }) => ({ ...raw[i - 1]!, ...details }))
}

/** Of an alert about a group: some of the trackers, of which one was to be driven. */
const someOfGroup = sql`(select string_agg(m.name, ', ' order by m.id) from (
  select x.id, coalesce(nullif(x.name, ''), x.number) as name from tracker x
  where x.organisation_id = t.organisation_id and x.group_id is not distinct from t.group_id and x.active
  order by x.id limit 3) m)`

/** Postpones the first due job by an hour: it fails, and must not block the others. */
export async function postponeFirstJob(db: Kysely<Database>): Promise<void> {
  await sql`update alert_job set due_at = now() + interval '1 hour'
    where id = (select id from alert_job
      where due_at <= now() and ${isServed(sql`alert_job.organisation_id`)} order by id limit 1)`.execute(db)
}

export async function addJobs(trx: Kysely<Database>, jobs: NewJob[]): Promise<void> {
  for (const { after_s, until, ...job } of jobs) {
    const due_at = until
      ? sql<string>`${until}::timestamptz`
      : sql<string>`now() + make_interval(secs => ${after_s}::float8)`
    await trx
      .insertInto('alert_job')
      .values({ ...job, due_at })
      .execute()
  }
}

/** The key of an occasion: an address gets one message for each. */
export function keyOf({ occasion, alert_id, tracker_id, happened_at, step }: KeyParts): string {
  if (alert_id === null) return `${occasion} ${tracker_id} ${happened_at}`
  return occasion === 'reminder' ? `reminder ${alert_id} ${step}` : `${occasion} ${alert_id}`
}

type KeyParts = Pick<Job, 'occasion' | 'alert_id' | 'tracker_id' | 'happened_at' | 'step'>

export type Raw = {
  id: number
  organisation_id: number
  tracker_id: number
  alert_id: number | null
  occasion: Occasion
  user_id: number | null
  list_group_id: number | null
  step: number
  happened_at: string
}

type JobDetails = {
  i: number
  owner_user_id: number | null
  group_id: number | null
  type: 'gps' | 'phone'
  demo: boolean
  /** Of a fire drill: it, and whether reminders and the escalation follow. */
  drill_id: number | null
  drill_escalates: boolean | null
  number: string
  tracker_name: string
  alarm: string | null
  /** The name of the plan that is due. */
  maintenance: string | null
  /** The name of the sensor that is out of its range, and its value. */
  sensor: string | null
  /** The driver whom it is about, or the unknown key. */
  driver: string | null
  /** Of an alert of two trackers: metres, the other one's name, and who may see it. */
  distance_m: number | null
  other_tracker: string | null
  other: Belonging | null
  /** The alert's; null without one. */
  kind: AlertKind | null
  rule: BoundaryRule | null
  never_inside: boolean | null
  speed_limit: number | null
  top_speed: number | null
  /** Of a late one: by when it was expected by whose request raised it, and about when it comes if that is to come. */
  expected_at: string | null
  arrives_at: string | null
  started_at: string | null
  raised_at: string | null
  ended_at: string | null
  event_id: number | null
  acknowledged_at: string | null
  snoozed_until: string | null
  boundary: string | null
}

export type Job = Raw & Omit<JobDetails, 'i'>

export type NewJob = Omit<Raw, 'id'> & { after_s: number; until?: string | null }
