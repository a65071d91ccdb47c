import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { ApiContext } from '../../../context.ts'
import { ProviderError } from '../errors.ts'
import { momentOf } from './amounts.ts'
import { balanceIsDue, readPayout } from './balance/read.ts'
import { recordIntent } from './cards/charge.ts'
import { recordSetup } from './cards/setup.ts'
import { eventTypes } from './connect.ts'
import { recordDispute, type Step } from './disputes.ts'
import { openStripe } from './push.ts'
import { type Outcome, recordRefund, recordSession } from './record.ts'

/**
 * Applies an event: once, however often and in which order events arrive.
 *
 * @returns whether it is of a kind that changes something here
 * @throws {ProviderError} `away` where it comes before what it is about: Stripe sends it again
 */
export async function applyEvent(context: ApiContext, connection: Connected, event: Stripe.Event): Promise<boolean> {
  const { db } = context
  const event_id = `${connection.tenant_id} ${event.id}`
  const { rows } = await sql<{ state: string }>`
    insert into provider_event (organisation_id, provider, event_id, type, about)
    values (${connection.organisation_id}, 'stripe', ${event_id}, ${event.type.slice(0, 200)}, ${paymentOf(event)})
    on conflict (provider, event_id) do update set type = provider_event.type returning state`.execute(db)
  if (rows[0]!.state === 'done' || rows[0]!.state === 'ignored') return rows[0]!.state === 'done'
  try {
    const outcome = await apply(context, connection, event)
    if (outcome === 'done') await balanceIsDue(db, connection.id)
    if (outcome === 'waits') await end(context, event_id, 'received', 'Its payment is not recorded.')
    else await end(context, event_id, outcome === 'done' ? 'done' : 'ignored', null)
    return outcome === 'done'
  } catch (error) {
    const is_early = error instanceof ProviderError && error.kind === 'away'
    await end(context, event_id, is_early ? 'received' : 'failed', (error as Error).message.slice(0, 500))
    throw error
  }
}

/**
 * Reads the events of each connected account again every few minutes: a webhook may be lost, or this installation not be
 * reachable for Stripe.
 */
export async function readEvents(context: ApiContext): Promise<void> {
  const { db, log } = context
  const { rows } = await sql<Connected & { since: number }>`
    with due as (
      select id, events_read_at from provider_connection
      where kind = 'stripe' and state = 'connected' and events_read_at < now() - interval '5 minutes'
      order by events_read_at limit 5 for update skip locked)
    update provider_connection c set events_read_at = now() from due where c.id = due.id
    returning c.id, c.organisation_id, c.tenant_id, extract(epoch from due.events_read_at)::bigint as since`.execute(db)
  for (const connection of rows) {
    try {
      await readSince(context, connection)
    } catch (error) {
      log.warn({ connection: connection.id, reason: (error as Error).message }, 'events of Stripe could not be read')
      await sql`update provider_connection set events_read_at = least(events_read_at, to_timestamp(${connection.since}::float8)),
          last_error = ${(error as Error).message.slice(0, 500)}, last_error_at = now()
        where id = ${connection.id} and state = 'connected'`.execute(db)
    }
  }
}

/** The events of an account since a time, oldest first. */
export async function readSince(context: ApiContext, connection: Connected & { since: number }): Promise<void> {
  const stripe = await openStripe(context, connection.id)
  const gte = connection.since - OVERLAP_S
  const events = await stripe((api) =>
    api.events.list({ types: [...eventTypes], created: { gte }, limit: 100 }).autoPagingToArray({ limit: 2000 }),
  )
  for (const event of events.reverse()) {
    await applyEvent(context, connection, event).catch((error) => {
      if (!(error instanceof ProviderError)) throw error
    })
  }
}

async function apply(context: ApiContext, connection: Connected, event: Stripe.Event): Promise<Outcome> {
  const { id: connection_id } = connection
  const at = momentOf(event.created)
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      if (event.data.object.mode === 'setup') {
        return (await recordSetup(context, connection_id, event.data.object)) ? 'done' : 'unknown'
      }
      if (!(await recordSession(context, connection_id, event.data.object, at))) return 'unknown'
      await applyWaiting(context, connection, paymentOf(event))
      return 'done'
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      if (!(await recordIntent(context, connection_id, event.data.object, at))) return 'unknown'
      await applyWaiting(context, connection, event.data.object.id)
      return 'done'
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return recordRefund(context, connection_id, event.data.object, at)
    case 'charge.dispute.created':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return recordDispute(context, connection_id, event.data.object, { step: stepOf(event), at })
    case 'payout.created':
    case 'payout.updated':
    case 'payout.paid':
    case 'payout.failed':
    case 'payout.canceled':
      await readPayout(context, connection, event.data.object.id)
      return 'done'
    default:
      return 'unknown'
  }
}

/** Applies what came before the payment that it is about, as Stripe has it. */
async function applyWaiting(context: ApiContext, connection: Connected, payment: string | null): Promise<void> {
  if (payment === null) return
  const { rows } = await sql<{ event_id: string }>`
    select event_id from provider_event where organisation_id = ${connection.organisation_id} and about = ${payment}
      and provider = 'stripe' and state = 'received' and type not like 'checkout.%' and type not like 'payment_intent.%'
      and starts_with(event_id, ${`${connection.tenant_id} `}) order by id limit 100`.execute(context.db)
  if (rows.length === 0) return
  const stripe = await openStripe(context, connection.id)
  for (const { event_id } of rows) {
    const event = await stripe((api) => api.events.retrieve(event_id.slice(connection.tenant_id.length + 1)))
    await applyEvent(context, connection, event).catch((error) => {
      if (!(error instanceof ProviderError)) throw error
    })
  }
}

/** The payment that an event is about. */
function paymentOf(event: Stripe.Event): string | null {
  const { payment_intent } = event.data.object as { payment_intent?: string | { id: string } | null }
  const id = typeof payment_intent === 'object' ? payment_intent?.id : payment_intent
  return id?.slice(0, 200) ?? null
}

const DISPUTE = 'charge.dispute.'
const stepOf = ({ type }: Stripe.Event) => type.slice(DISPUTE.length) as Step

async function end({ db }: ApiContext, event_id: string, state: string, error: string | null): Promise<void> {
  await sql`update provider_event set state = ${state}, error = ${error} where provider = 'stripe' and event_id = ${event_id}`.execute(
    db,
  )
}

/** Events become visible a little after they were made. */
const OVERLAP_S = 600

export type Connected = { id: number; organisation_id: number; tenant_id: string }
