import { type Kysely, sql } from 'kysely'
import { isServed } from '#db/moving/hold.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import type { Database } from '#db/tables/index.ts'
import type { HeldAlert } from '#db/tables/tracking/held_alert.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import type { Addressee } from './plan.ts'
import type { NotificationPreferences } from './preferences.ts'
import type { Decision } from './recipients.ts'

/** Stores deferred alerts. */
export async function deferAlerts(trx: Kysely<Database>, decided: [Addressee, Decision][]): Promise<void> {
  const deferred = decided.flatMap(([{ job, preferences, ...addressee }, decision]) =>
    typeof decision === 'object'
      ? [{ ...job, ...addressee, ...decision, ...listOf(preferences), due: decision.due_at.getTime() / 1000 }]
      : [],
  )
  if (deferred.length === 0) return
  await sql`
    insert into held_alert (organisation_id, channel, address, user_id, list_group_id, tracker_id, alert_id, occasion,
      happened_at, because, due_at)
    select organisation_id, channel, address, user_id, list_group_id, tracker_id, alert_id, occasion,
      happened_at::timestamptz, because, to_timestamp(due)
    from ${unnestRows(deferred, columns, 'h')}`.execute(trx)
}

const columns = {
  bigint: [...trackerKey, 'user_id', 'list_group_id', 'alert_id'],
  text: ['channel', 'address', 'occasion', 'happened_at', 'because'],
  float8: ['due'],
} as const

const listOf = ({ user_id, list_group_id }: NotificationPreferences) => ({ user_id, list_group_id })

/** The addresses with due deferred alerts. */
export async function dueAddresses(trx: Kysely<Database>, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select organisation_id, channel, address, count(*)::int as count, max(user_id) as user_id,
      case when bool_and(list_group_id is not null) then max(list_group_id) end as list_group_id,
      case when bool_or(because = 'limit') then 'limit' when bool_or(because = 'repeats') then 'repeats'
        else 'quiet' end as because
    from held_alert where due_at <= ${now.toISOString()}::timestamptz and ${isServed(sql`held_alert.organisation_id`)}
    group by organisation_id, channel, address
    order by min(id)
    limit 100`.execute(trx)
  return rows
}

/** Deletes an address's due alerts and returns the first ones. */
export async function takeDeferred(trx: Kysely<Database>, of: Due, now: Date, first: number): Promise<DeferredAlert[]> {
  const { rows } = await sql<DeferredAlert>`
    with taken as (
      delete from held_alert
      where organisation_id = ${of.organisation_id} and channel = ${of.channel} and address = ${of.address}
        and due_at <= ${now.toISOString()}::timestamptz
      returning *
    )
    select * from taken order by id limit ${first}`.execute(trx)
  return rows
}

export type Due = {
  organisation_id: number
  channel: 'email' | 'sms' | 'push'
  address: string
  count: number
  user_id: number | null
  list_group_id: number | null
  because: 'quiet' | 'limit' | 'repeats'
}

type DeferredAlert = RowOf<typeof HeldAlert>
