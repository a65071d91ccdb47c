import { checkEmails, checkPhones } from '#api/crud/checks.ts'
import type { Network } from '../network.ts'

/** As if the readers of the addresses had agreed to messages of the organisation. */
export async function agree({ db }: Pick<Network, 'db'>, organisation_id: number, lists: object): Promise<void> {
  const recipients = Object.entries(lists).flatMap(([field, text]) => {
    const channel = /^(escalate_)?(email|phone)_recipients$/.exec(field)?.[2]
    if (!channel || typeof text !== 'string' || text === '') return []
    const addresses = channel === 'email' ? checkEmails(text) : checkPhones(text)
    return addresses
      .split(', ')
      .map((address) => ({ channel: channel === 'email' ? ('email' as const) : ('sms' as const), address }))
  })
  const proved_at = new Date().toISOString()
  for (const recipient of recipients) {
    await db
      .insertInto('recipient')
      .values({ organisation_id, ...recipient, proved_at })
      .onConflict((on) => on.columns(['organisation_id', 'channel', 'address']).doUpdateSet({ proved_at }))
      .execute()
  }
}
