import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { isServed } from '#db/moving/hold.ts'
import { raisedKindsOf } from '#db/privacy/tracker_groups.ts'
import type { Database } from '#db/tables/index.ts'
import type { RaisedKind } from '#db/tables/people/alert_preferences.ts'

/**
 * Looks at what each tracker of which such a kind is wanted has reported last: a moving one that is
 * silent, a low battery, a supply that is gone. An alert is open while it holds, so that it is raised once whatever is
 * restarted.
 */
export class Conditions {
  readonly task: PeriodicTask
  readonly #db: Kysely<Database>
  #watching_since = performance.now()

  constructor(db: Kysely<Database>, notify: () => void) {
    this.#db = db
    this.task = {
      name: 'conditions of trackers',
      interval_ms: 15_000,
      run: async () => {
        if (await this.judge()) notify()
      },
    }
  }

  /** @returns whether anything was raised or has ended */
  async judge(watching_s = (performance.now() - this.#watching_since) / 1000): Promise<boolean> {
    try {
      return await judgeConditions(this.#db, watching_s)
    } catch (error) {
      // Without the database no reports arrive: trackers are not silent for that.
      this.#watching_since = performance.now()
      throw error
    }
  }
}

async function judgeConditions(db: Kysely<Database>, watching_s: number): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const { rows: lock } = await sql<{
      mine: boolean
    }>`select pg_try_advisory_xact_lock(${CONDITIONS_LOCK}::int) as mine`.execute(trx)
    if (!lock[0]!.mine) return false
    const { numAffectedRows: ended = 0n } = await sql`/* end_conditions */
      update alert a set ended_at = greatest(a.started_at, now())
      from tracker_state s, tracker t
      where a.kind = any(${kinds}::text[]) and a.ended_at is null and ${isServed(sql`a.organisation_id`)}
        and s.organisation_id = a.organisation_id and s.tracker_id = a.tracker_id
        and t.organisation_id = a.organisation_id and t.id = a.tracker_id
        and (case a.kind ${sql.join(
          kinds.map((kind) => sql`when ${sql.lit(kind)} then ${conditions[kind].ends}`),
          sql` `,
        )} end or not a.kind = any(${raisedKindsOf('t')}))`.execute(trx)
    const { numAffectedRows: raised = 0n } = await sql`/* raise_conditions */
      with of_group as materialized (
        select g.organisation_id, g.id, ${raisedKindsOf('g', 'id')} as alert_kinds from tracker_group g
        where exists (select from tracker_group_config c
          where c.organisation_id = g.organisation_id and c.alert_kinds is not null)
      ), present as (
        select s.*, m.movement, p.powered_at, coalesce(g.alert_kinds, c.alert_kinds) as alert_kinds,
          coalesce(c.no_data_after_s, ${NO_DATA_AFTER_S}) as no_data_after_s, t.demo
        from organisation o
        left join organisation_config c on c.organisation_id = o.id
        join tracker t on t.organisation_id = o.id and t.active and not t.drill
        left join of_group g on g.organisation_id = o.id and g.id = t.group_id
        join tracker_state s on s.organisation_id = t.organisation_id and s.tracker_id = t.id
        left join movement_checkpoint m on m.organisation_id = t.organisation_id and m.tracker_id = t.id
        left join tracker_power p on p.organisation_id = t.organisation_id and p.tracker_id = t.id
        where (c.alert_kinds && ${kinds}::text[] or o.id in (select organisation_id from of_group))
          and coalesce(g.alert_kinds, c.alert_kinds) && ${kinds}::text[] and ${isServed(sql`o.id`)}
          and s.received is not null
      ), powered as (
        insert into tracker_power (organisation_id, tracker_id, powered_at)
        select organisation_id, tracker_id, received from present s
        where ${attribute('external_power')} = 'true' and (powered_at is null or powered_at < received - interval '1 hour')
        on conflict (organisation_id, tracker_id) do update set powered_at = excluded.powered_at
      ), raised as (
        insert into alert (organisation_id, tracker_id, kind, started_at, raised_at, event_id)
        select s.organisation_id, s.tracker_id, k.kind, k.since, greatest(k.since, least(now(), s.received)), s.event_id
        from present s cross join lateral (values ${sql.join(
          kinds.map(
            (kind) => sql`(${sql.lit(kind)}, ${conditions[kind].holds(watching_s)}, ${conditions[kind].since})`,
          ),
        )}) k (kind, holds, since)
        where k.holds and k.kind = any(s.alert_kinds) and not exists (
          select from alert a where a.organisation_id = s.organisation_id and a.tracker_id = s.tracker_id
            and (a.ended_at is null and a.kind = k.kind or a.kind = 'alarm' and a.alarm = ${sayingTheSame}
              and (a.ended_at is null or k.kind = 'low_battery' and a.started_at > now() - interval '1 day')))
        on conflict do nothing
        returning organisation_id, tracker_id, id, kind, started_at
      )
      insert into alert_job (organisation_id, tracker_id, alert_id, occasion, happened_at)
      select organisation_id, tracker_id, id, kind, started_at from raised order by id`.execute(trx)
    return ended + raised > 0n
  })
}

const LOW = 20
/** Above the limit by some percent: a battery between the two raises one alert. */
const CHARGED = 25

/** Text of what was said last of a tracker's supply, of a row of `tracker_state`. */
const attribute = (name: string): RawBuilder<string | null> => sql`s.supply ->> ${sql.lit(name)}`
const battery = sql`(case when jsonb_typeof(s.supply -> 'battery') = 'number' then (s.supply ->> 'battery')::float8 end)`
/** What a device sends of hours ago is no news. */
const is_fresh = sql`least(s.fix_at, s.received) > now() - interval '15 minutes'`

/**
 * Devices that raise an alarm about the same are alerted by it. Many say it once, so that it is over at once: a supply
 * that is gone is an alert of its own then, which lasts and is escalated.
 */
const sayingTheSame = sql`case k.kind when 'low_battery' then 'low_battery' when 'unplugged' then 'power_cut' end`

type Condition = {
  holds: (watching_s: number) => RawBuilder<unknown>
  since: RawBuilder<unknown>
  ends: RawBuilder<unknown>
}
const conditions = {
  // One that was silent before this process has listened for as long may have been heard by none.
  no_data: {
    holds: (watching_s) => sql`s.movement = 'moving' and s.received > now() - interval '1 day'
      and s.received < now() - make_interval(secs => s.no_data_after_s) and s.no_data_after_s < ${watching_s}::float8`,
    since: sql`s.received`,
    ends: sql`s.received > a.started_at`,
  },
  low_battery: {
    holds: () => sql`${battery} < ${LOW} and ${attribute('charging')} is distinct from 'true' and ${is_fresh}`,
    since: sql`least(s.fix_at, s.received)`,
    ends: sql`${battery} >= ${CHARGED} or ${attribute('charging')} = 'true'`,
  },
  unplugged: {
    holds: () => sql`${attribute('external_power')} = 'false' and s.powered_at is not null and ${is_fresh}`,
    since: sql`least(s.fix_at, s.received)`,
    ends: sql`${attribute('external_power')} = 'true'`,
  },
} satisfies Partial<Record<RaisedKind, Condition>>

const kinds = Object.keys(conditions) as (keyof typeof conditions)[]
/** Of an organisation without settings. */
const NO_DATA_AFTER_S = 1800
const CONDITIONS_LOCK = 7_238_103
