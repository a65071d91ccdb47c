import type { Trx } from '#db/database.ts'
import { requestConfirmations } from '#messages/queue/confirmations.ts'
import type { Target } from '#messages/queue/proof.ts'
import { checkQuota } from '../crud/quotas.ts'
import { afterCommit, contextOf } from '../crud/transact.ts'

/** Sends a confirmation request to each new address in saved settings, once. */
export async function askRecipients(trx: Trx, organisation_id: number, lists: Lists): Promise<void> {
  const { email_recipients, phone_recipients, escalate_email_recipients, escalate_phone_recipients } = lists
  const targets = [
    ...targetsOf(organisation_id, 'email', email_recipients, escalate_email_recipients),
    ...targetsOf(organisation_id, 'sms', phone_recipients, escalate_phone_recipients),
  ]
  if (targets.length === 0) return
  await askAll(trx, targets)
  await checkQuota(trx, 'recipients', { id: organisation_id })
}

/** @returns the targets that get a request now */
export async function askAll(trx: Trx, targets: Target[], { again = false } = {}): Promise<Target[]> {
  const { keys, config } = contextOf(trx)
  const { public_url, jwt_secret: secret, quotas } = config
  const requested = await requestConfirmations(trx, { public_url, secret, keys, quotas }, targets, { again })
  if (requested.length > 0) afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
  return requested
}

/** Whether the reader of the address has refused requests of all organisations. */
export async function isRefused(trx: Trx, email: string): Promise<boolean> {
  const refused = await trx
    .selectFrom('address_confirmation')
    .select('address')
    .where('channel', '=', 'email')
    .where('address', '=', email.toLowerCase())
    .where('refused_at', 'is not', null)
    .executeTakeFirst()
  return refused !== undefined
}

function targetsOf(organisation_id: number, channel: Target['channel'], ...lists: (string | null | undefined)[]) {
  const addresses = lists.flatMap((list) => (list ?? '').split(',')).map((address) => address.trim())
  return [...new Set(addresses.filter(Boolean))].map((address): Target => ({ organisation_id, channel, address }))
}

type Lists = {
  email_recipients?: string | null | undefined
  phone_recipients?: string | null | undefined
  escalate_email_recipients?: string | null | undefined
  escalate_phone_recipients?: string | null | undefined
}
