import { type Kysely, sql } from 'kysely'
import { backoff_s, Lease } from '#db/background/lease.ts'
import type { Database } from '#db/tables/index.ts'
import type { ChannelPreset } from '#db/tables/tracking/webhooks/webhook_endpoint.ts'

/** Statements of webhooks. All times are the database's. */

export const lease = new Lease({ table: 'webhook_endpoint', seconds: 60, open: sql`true` })

/** Deliveries that wait for one endpoint: the oldest beyond that fail. */
const MOST_WAITING = 10_000
/** A delivery is tried for a day, an endpoint that accepts nothing is switched off after three. */
const GIVE_UP = sql`interval '1 day'`
const DISABLE = sql`interval '3 days'`
/** So that the slow endpoints of one organisation leave room for those of others. */
const AT_ONCE_OF_ORGANISATION = 4

export type Endpoint = {
  id: number
  organisation_id: number
  name: string
  url: string
  secret_sealed: string | null
  old_secret_sealed: string | null
  /** Of a channel, which is notified in words. */
  preset: ChannelPreset | null
  settings_sealed: string | null
  locale: string
  timezone: string
}

/** Takes the endpoint with due deliveries that was called longest ago, so that one process calls it in order. */
export async function takeEndpoint(db: Kysely<Database>): Promise<Endpoint | null> {
  const [endpoint] = await lease.take<Endpoint>(db, {
    from: sql`webhook_endpoint q
      where q.active and ${lease.isFree('q')} and (q.retry_at is null or q.retry_at <= now())
        and exists (select from webhook_delivery d where d.webhook_endpoint_id = q.id and d.state = 'waiting'
          and d.due_at <= now())
        and (select count(*) from webhook_endpoint o where o.organisation_id = q.organisation_id
          and o.leased_until >= now()) < ${AT_ONCE_OF_ORGANISATION}`,
    order: sql`q.tried_at nulls first, q.id`,
    limit: 1,
    returning: sql`id, organisation_id, name, url, secret_sealed, preset, settings_sealed,
      (select locale from organisation o where o.id = organisation_id) as locale,
      (select timezone from organisation o where o.id = organisation_id) as timezone,
      case when old_secret_until > now() then old_secret_sealed end as old_secret_sealed`,
  })
  return endpoint ?? null
}

export async function release(db: Kysely<Database>, id: number): Promise<void> {
  await sql`update webhook_endpoint set leased_until = null, tried_at = now() where id = ${id}`.execute(db)
}

export async function dueDeliveries(db: Kysely<Database>, { id }: Endpoint, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select id, webhook_id, body from webhook_delivery
    where webhook_endpoint_id = ${id} and state = 'waiting' and due_at <= now()
    order by due_at, id limit ${limit}`.execute(db)
  return rows
}

export type Waiting = { id: number; webhook_id: string; body: string }

export async function settle(db: Kysely<Database>, endpoint: Endpoint, { id }: Waiting, status: number): Promise<void> {
  await sql`
    with delivered as (
      update webhook_delivery set state = 'delivered', attempts = attempts + 1, tried_at = now(), status = ${status},
        error = null, modified_at = now()
      where id = ${id})
    update webhook_endpoint set delivered = delivered + 1, last_delivered_at = now(), failing_since = null,
      failures = 0, retry_at = null, last_error = null, last_error_at = null
    where id = ${endpoint.id}`.execute(db)
}

/**
 * The delivery waits for its next attempt, or fails for good after a day; the endpoint waits, too, with a backoff of its
 * own.
 *
 * @returns whether the endpoint has failed for so long that it should be switched off
 */
export async function postpone(
  db: Kysely<Database>,
  endpoint: Endpoint,
  { id }: Waiting,
  { status, error, wait_s }: Failure,
): Promise<boolean> {
  const reason = error.slice(0, 500)
  const again_s = sql`greatest(${Math.min(wait_s, 86_400)}::float8,
    ${backoff_s(sql`attempts`, { first_s: 5, longest_s: 4 * 3600 })})`
  const { rows } = await sql<{ is_over: boolean }>`
    with failed as (
      update webhook_delivery set attempts = attempts + 1, tried_at = now(), status = ${status}::int, error = ${reason},
        due_at = now() + make_interval(secs => ${again_s}), modified_at = now(),
        state = case when queued_at < now() - ${GIVE_UP} then 'failed' else 'waiting' end
      where id = ${id})
    update webhook_endpoint set last_error = ${reason}, last_error_at = now(), failures = failures + 1,
      failing_since = coalesce(failing_since, now()),
      retry_at = now() + make_interval(secs => ${backoff_s(sql`failures`, { first_s: 5, longest_s: 3600 })})
    where id = ${endpoint.id}
    returning failing_since < now() - ${DISABLE} as is_over`.execute(db)
  return rows[0]?.is_over ?? false
}

export type Failure = { status: number | null; error: string; wait_s: number }

/** All wait until then, such as for the end of a quota's period. */
export async function waitUntil(db: Kysely<Database>, { id }: Endpoint, at: Date, reason: string): Promise<void> {
  await sql`update webhook_endpoint set retry_at = ${at.toISOString()}, last_error = ${reason}, last_error_at = now()
    where id = ${id}`.execute(db)
}

/** @returns whether it was active until now */
export async function disable(db: Kysely<Database>, { id }: Endpoint): Promise<boolean> {
  const { rows } = await sql`update webhook_endpoint set active = false, disabled_at = now(), modified_at = now()
    where id = ${id} and active returning id`.execute(db)
  return rows.length > 0
}

/** Those beyond the limit fail, the oldest first. */
export async function trim(db: Kysely<Database>, { id }: Endpoint): Promise<void> {
  await sql`update webhook_delivery set state = 'failed', error = 'too many waited', modified_at = now()
    where webhook_endpoint_id = ${id} and state = 'waiting' and id <= coalesce((
      select d.id from webhook_delivery d where d.webhook_endpoint_id = ${id} and d.state = 'waiting'
      order by d.id desc offset ${MOST_WAITING} limit 1), 0)`.execute(db)
}
