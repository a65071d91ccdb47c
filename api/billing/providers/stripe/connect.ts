import { sql } from 'kysely'
import Stripe from 'stripe'
import { purposes } from '#db/tables/purposes.ts'
import { linksTo } from '#messages/links.ts'
import type { ApiContext } from '../../../context.ts'
import { audit } from '../../../crud/audit.ts'
import { transact } from '../../../crud/transact.ts'
import type { Viewer } from '../../../crud/viewer.ts'
import { lockConnection } from '../connections.ts'
import { queueAgain } from '../pushes.ts'
import { callStripe, stripeOf } from './client.ts'

/** What Stripe notifies of. */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'payout.created',
  'payout.updated',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
] as const

/**
 * Connects an organisation's Stripe account by its key. Its webhook is made at Stripe unless its secret is given.
 *
 * @throws {ProviderError} where Stripe refuses the key
 */
export async function connectStripe(
  context: ApiContext,
  viewer: Viewer,
  { organisation_id, secret_key, webhook_secret }: Credentials,
) {
  const { keys, config } = context
  const stripe = stripeOf(config.providers.stripe, secret_key)
  const account = await callStripe(() => stripe.accounts.retrieveCurrent())
  const name = account.business_profile?.name ?? account.settings?.dashboard?.display_name ?? account.id
  // The row first: its id is in the webhook's address and seals the secrets.
  const before = await transact(context, (trx) => lockConnection(trx, organisation_id, 'stripe'))
  const { id } = before
  const hook = webhook_secret ? null : await makeWebhook(stripe, linksTo(config.public_url).stripeWebhook(id))
  const seal = (text: string) => keys.seal(text, purposes.provider(id))
  await transact(context, async (trx) => {
    await trx
      .updateTable('provider_connection')
      .set({
        state: 'connected',
        tenant_id: account.id,
        tenant_name: name,
        access_sealed: seal(secret_key),
        webhook_sealed: seal(webhook_secret ?? hook!.secret!),
        key_id: keys.current,
        token_version: sql<number>`token_version + 1`,
        settings: JSON.stringify({ webhook_id: hook?.id ?? null }) as never,
        last_error: null,
        last_error_at: null,
        connected_by: viewer.user_id,
        connected_at: sql<string>`now()`,
        modified_at: sql<string>`now()`,
        events_read_at: sql<string>`now()`,
        balance_due_at: sql<string>`now()`,
        ...(before.tenant_id !== account.id && unread),
      })
      .where('id', '=', id)
      .execute()
    if (before.tenant_id === account.id) {
      await queueAgain(trx, sql`o.provider_connection_id = ${id} and o.state = 'cancelled' and o.kind <> 'checkout'`)
    }
    const details = { kind: 'stripe', tenant: name }
    await audit(trx, viewer, 'provider.connect', { organisation_id, entity: 'provider', entity_id: id, details })
  })
  const left = before.access_sealed && { secret_key: keys.unseal(before.access_sealed, purposes.provider(id)) }
  const webhook_id = (before.settings.webhook_id as string | null) ?? null
  if (left) await endAtStripe(context, { ...left, webhook_id }).catch(() => {})
}

/** Deletes the webhook that was made at Stripe; the key is the organisation's to delete. */
export async function endAtStripe({ config }: ApiContext, { secret_key, webhook_id }: Left): Promise<void> {
  if (!webhook_id) return
  const stripe = stripeOf(config.providers.stripe, secret_key)
  await callStripe(() => stripe.webhookEndpoints.del(webhook_id))
}

function makeWebhook(stripe: Stripe, url: string) {
  // Events are then of the version that this is written for, not of the one that the account began with.
  const api_version = Stripe.API_VERSION
  const enabled_events = [...eventTypes]
  return callStripe(() =>
    stripe.webhookEndpoints.create({ url, enabled_events, api_version, description: 'Ringfence' }),
  )
}

/** Of another account all is read from its beginning. */
const unread = { balance_read_to: null, balance_pass_began_at: null, balance_pass_after: null }

type Credentials = { organisation_id: number; secret_key: string; webhook_secret?: string | undefined }
type Left = { secret_key: string; webhook_id: string | null }
