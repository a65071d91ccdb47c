import { type Kysely, sql } from 'kysely'
import { isCallForHelp } from '#db/alerts/calls.ts'
import type { Database } from '#db/tables/index.ts'
import type { AlertKind } from '#db/tables/tracking/alert_count.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import type { Job } from './jobs.ts'
import type { People } from './people.ts'

/**
 * Counts the alerts of each tracker by kind, and returns those over the hourly limit with the end of that hour, so an
 * oscillating tracker does not fill mailboxes.
 */
export async function countRepeats(
  trx: Kysely<Database>,
  jobs: Job[],
  people: People,
  now: Date,
): Promise<Map<Job, Date>> {
  const groups = [...Map.groupBy(jobs.filter(isCounted), keyOf).values()].sort((a, b) =>
    keyOf(a[0]!) < keyOf(b[0]!) ? -1 : 1,
  )
  if (groups.length === 0) return new Map()
  const counts = groups.map((group) => ({ ...group[0]!, kind: kindOf(group[0]!), count: group.length }))
  const at = sql`${now.toISOString()}::timestamptz`
  const hour_is_over = sql`c.began_at <= ${at} - interval '1 hour'`
  const { rows } = await sql<{ tracker_id: number; kind: AlertKind; count: number; ends: number }>`/* count_alerts */
    insert into alert_count as c (organisation_id, tracker_id, kind, began_at, count)
    select organisation_id, tracker_id, kind, ${at}, count
    from ${unnestRows(counts, { bigint: trackerKey, integer: ['count'], text: ['kind'] }, 'g')}
    on conflict (organisation_id, tracker_id, kind) do update set
      began_at = case when ${hour_is_over} then excluded.began_at else c.began_at end,
      count = case when ${hour_is_over} then excluded.count else c.count + excluded.count end
    returning tracker_id, kind, count, extract(epoch from began_at + interval '1 hour')::float8 * 1000 as ends`.execute(
    trx,
  )
  const counted = new Map(rows.map((row) => [`${row.tracker_id} ${row.kind}`, row]))
  const beyond = groups.flatMap((group) => {
    const { count, ends } = counted.get(keyOf(group[0]!))!
    const { alerts_of_tracker_per_hour: most } = people.organisation(group[0]!.organisation_id)!.limits
    const before = count - group.length
    return group.slice(Math.max(0, most - before)).map((job): [Job, Date] => [job, new Date(ends)])
  })
  return new Map(beyond)
}

/** Calls for help are counted separately, so other alarms do not use up their limit. */
function kindOf({ occasion, alarm }: Counted): AlertKind {
  if (isOfBoundary(occasion)) return 'boundary'
  if (occasion === 'offline' || occasion === 'online') return 'presence'
  return occasion === 'alarm' && isCallForHelp(alarm) ? 'sos' : occasion
}

type OfBoundary = 'left_boundary' | 'returned' | 'entered_boundary' | 'exited_boundary'
const isOfBoundary = (occasion: Job['occasion']): occasion is OfBoundary =>
  ['left_boundary', 'returned', 'entered_boundary', 'exited_boundary'].includes(occasion)

/** Arrivals, departures and lateness are for one person and a quarter of an hour apart; maintenance is due once. */
const uncounted = ['arrived', 'departed', 'late', 'maintenance_due'] as const
const isCounted = (job: Job): job is Counted => !uncounted.some((occasion) => occasion === job.occasion)

const keyOf = (job: Counted) => `${job.tracker_id} ${kindOf(job)}`

type Counted = Job & { occasion: Exclude<Job['occasion'], (typeof uncounted)[number]> }
