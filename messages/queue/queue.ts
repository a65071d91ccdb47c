import { type Kysely, type RawBuilder, sql } from 'kysely'
import { bigints, texts } from '#db/arrays.ts'
import { Lease } from '#db/background/lease.ts'
import type { QuotaDefaults } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import type { Channel } from '#db/tables/messaging/message_delivery.ts'
import { type Candidate, candidateColumns, holdBack, type Judgement, judge } from './gate.ts'

/** Statements of delivery. All times are the database's. */

export const lease = new Lease({
  table: 'message_delivery',
  column: 'taken_until',
  seconds: 15,
  open: sql`state = 'queued'`,
})
/** Advisory lock: one process takes deliveries at a time, so messages to one address keep their order. */
const DELIVERY_LOCK = 7_238_101
/** Messages with expired links are not sent. */
const inTime = sql`(d.expires_at is null or d.expires_at > now())`

/**
 * Takes due deliveries that may be sent, oldest first, and marks the others as held. An address gets its messages in
 * order: those after one that waits for a retry, or is being sent elsewhere, are not taken.
 *
 * @param on_held further work in the same transaction when deliveries are held or declined
 * @returns null when another process holds the lock
 */
export async function takeDue(
  db: Kysely<Database>,
  { channels, limit, quotas, on_held }: Taking,
): Promise<{ taken: LeasedDelivery[]; judgement: Judgement } | null> {
  return db.transaction().execute(async (trx) => {
    const lock = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${DELIVERY_LOCK}::int) as mine`.execute(
      trx,
    )
    if (!lock.rows[0]!.mine) return null
    const judgement = await judge(trx, await readDue(trx, channels, limit), quotas)
    if (judgement.held.length > 0 || judgement.declined.length > 0) {
      await holdBack(trx, judgement)
      await on_held(trx, judgement)
    }
    return { taken: await take(trx, judgement.allowed), judgement }
  })
}

async function readDue(trx: Kysely<Database>, channels: Channel[], limit: number): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select ${candidateColumns}
    from message_delivery d
    join message m on m.id = d.message_id
    left join user_account p on p.id = d.user_id
    where d.state = 'queued' and d.due_at <= now() and ${inTime} and d.channel = any(${texts(channels)}::text[])
          and ${lease.isFree('d')}
          and not exists (
            select from message_delivery o
            where o.state = 'queued' and o.channel = d.channel and o.address = d.address and o.id < d.id
              and (o.due_at > now() or ${lease.isHeld('o')}))
    order by d.id
    limit ${limit}
    for update of d skip locked`.execute(trx)
  return rows
}

async function take(trx: Kysely<Database>, allowed: Candidate[]): Promise<LeasedDelivery[]> {
  if (allowed.length === 0) return []
  const { rows } = await sql<LeasedDelivery>`
      with taken as (
        update message_delivery set taken_until = ${lease.until}, attempts = attempts + 1, counted = true
        where id = any(${bigints(allowed.map(({ id }) => id))}::bigint[])
        returning *
      )
      select t.id, t.organisation_id, t.message_id, t.channel, t.role, t.user_id, t.address, t.occasion, t.sealed, t.attempts,
        m.kind, m.subject, m.text, m.tracker_id, m.alert_id, o.name as organisation,
        coalesce(nullif(u.name, ''), u.username) as sender, coalesce(w.locale, r.locale, o.locale, 'en') as locale, coalesce(c.track_opens, false) as track_opens,
        t.channel = 'email' and m.kind in ('person', 'reminder') and exists (select from attachment a where a.message_id = m.id) as has_files
      from taken t
      join message m on m.id = t.message_id
      left join organisation o on o.id = t.organisation_id
      left join user_account u on u.id = m.sender_user_id
      left join user_account r on r.id = t.user_id
      left join user_config w on w.organisation_id = t.organisation_id and w.user_id = t.user_id
      left join organisation_config c on c.organisation_id = t.organisation_id
      order by t.id`.execute(trx)
  return rows
}

export async function anythingDue(db: Kysely<Database>, channels: Channel[]): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`/* any_delivery_due */
    select exists (select from message_delivery
      where state = 'queued' and due_at <= now() and (expires_at is null or expires_at > now())
        and channel = any(${texts(channels)}::text[]) and ${lease.isFree('message_delivery')}) as due`.execute(db)
  return rows[0]!.due
}

/** Records what the provider did: `unsent` where it only stored the message. */
export async function markSent(db: Kysely<Database>, id: number, by: SentBy): Promise<void> {
  await sql`update message_delivery set
      -- A receipt may arrive before the answer.
      state = case when state = 'queued' then ${by.state} else state end,
      sent = case when ${by.state !== 'unsent'}::boolean then coalesce(sent, now()) end,
      delivered = case when ${by.state === 'delivered'}::boolean then now() else delivered end,
      provider = ${by.provider}, provider_id = ${by.provider_id}, taken_until = null, sealed = null,
      reason = case when state = 'failed' then reason end
    where id = ${id}`.execute(db)
}

export async function markFailed(db: Kysely<Database>, id: number, provider: string, reason: string): Promise<void> {
  await sql`update message_delivery set state = 'failed', failed = now(), provider = ${provider}, reason = ${reason},
      taken_until = null, sealed = null
    where id = ${id} and state = 'queued'`.execute(db)
}

/** @param counts whether it counts as an attempt: not while the provider is unavailable */
export async function retryLater(db: Kysely<Database>, id: number, { after_s, reason, counts }: Delay): Promise<void> {
  await sql`update message_delivery set due_at = now() + make_interval(secs => ${after_s}), reason = ${reason},
      taken_until = null, attempts = attempts - ${counts ? 0 : 1}
    where id = ${id} and state = 'queued'`.execute(db)
}

/** Returns taken deliveries that were not tried. */
export async function release(db: Kysely<Database>, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update message_delivery set taken_until = null, attempts = attempts - 1
    where id = any(${bigints(ids)}::bigint[]) and state = 'queued'`.execute(db)
}

/**
 * Fails deliveries that are too old or have expired, with the reason of the last retry. A failed delivery
 * is the dead letter: it stays with its message, where people see it and send it again.
 */
export async function expireUndelivered(db: Kysely<Database>, after_s: number): Promise<void> {
  await sql`update message_delivery set state = 'failed', failed = now(), taken_until = null, sealed = null, held_because = null,
      reason = concat(case when expires_at <= now() then 'not sent late' else 'given up' end, ': ',
        coalesce(reason, 'it was never tried'))
    where state in ('queued', 'held') and (queued < now() - make_interval(secs => ${after_s}::float8) or expires_at <= now())
      and not ${lease.isHeld('message_delivery')}`.execute(db)
}

/** Records a bounce, or clears it after a successful delivery. */
export async function noteBounce(db: Kysely<Database>, of: Addressed, reason: string | null): Promise<void> {
  const { organisation_id, channel, address } = of
  if (organisation_id === null || channel === 'app' || channel === 'webhook') return
  if (reason === null) {
    await db
      .updateTable('recipient')
      .set({ bounced_at: null, bounces: 0, bounce_reason: null })
      .where('organisation_id', '=', organisation_id)
      .where('channel', '=', channel)
      .where('address', '=', address)
      .where('bounces', '>', 0)
      .execute()
    return
  }
  await sql`insert into recipient as r (organisation_id, channel, address, bounced_at, bounces, bounce_reason)
    values (${organisation_id}, ${channel}, ${address}, now(), 1, ${reason})
    on conflict (organisation_id, channel, address) do update set
      bounced_at = now(), bounces = r.bounces + 1, bounce_reason = excluded.bounce_reason`.execute(db)
}

type Taking = {
  channels: Channel[]
  limit: number
  quotas: QuotaDefaults
  on_held(trx: Kysely<Database>, judgement: Judgement): Promise<void>
}
type Addressed = { organisation_id: number | null; channel: Channel; address: string }
type Delay = { after_s: RawBuilder<number>; reason: string | null; counts: boolean }
type SentBy = { provider: string; provider_id: string | null; state: 'sent' | 'delivered' | 'unsent' }

export type LeasedDelivery = Addressed & {
  id: number
  message_id: number
  role: 'to' | 'cc' | 'bcc'
  user_id: number | null
  occasion: string | null
  /** The sealed text, if it differs from the message's. */
  sealed: string | null
  attempts: number
  kind: 'alert' | 'digest' | 'person' | 'reminder' | 'notice' | 'enquiry' | 'account' | 'newsletter'
  subject: string
  text: string
  tracker_id: number | null
  alert_id: number | null
  organisation: string | null
  /** Null: the system itself. */
  sender: string | null
  /** The reader's. */
  locale: string
  track_opens: boolean
  /** Whether files go with it. */
  has_files: boolean
}
