import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { unnestRows } from '#db/unnest.ts'
import { outsiders } from '#messages/queue/proof.ts'

/**
 * The addresses of a list that do not get an organisation's messages: they bounce, have unsubscribed, or have not
 * agreed.
 */
export async function undeliverableOf(db: Db, organisation_id: number, addresses: Address[]): Promise<Undeliverable[]> {
  if (addresses.length === 0) return []
  const targets = addresses.map((address) => ({ organisation_id, ...address }))
  const others = await outsiders(db, targets)
  const is_outsider = new Set(others.map(({ channel, address }) => `${channel} ${address}`))
  const { rows } = await sql<Undeliverable>`
    select distinct g.channel, g.address, coalesce(r.bounced_at is not null, false) as bounced,
      coalesce(r.unsubscribed_at is not null, false) as unsubscribed, r.asked_at,
      case when r.declined_at is not null then 'declined' when r.proved_at is not null then 'agreed'
        when r.asked_at is not null then 'waiting' else 'new' end as confirmation
    from ${unnestRows(targets, { bigint: ['organisation_id'], text: ['channel', 'address'] }, 'g')}
    left join recipient r on r.organisation_id = g.organisation_id and r.channel = g.channel and r.address = g.address
    order by g.channel, g.address`.execute(db)
  return rows
    .map((row): Undeliverable => {
      const is_member = !is_outsider.has(`${row.channel} ${row.address}`)
      return is_member && row.confirmation !== 'declined' ? { ...row, confirmation: 'agreed' } : row
    })
    .filter(({ bounced, unsubscribed, confirmation }) => bounced || unsubscribed || confirmation !== 'agreed')
}

/** @returns a sentence about addresses that do not get messages; null if all do */
export async function warningFor(db: Db, organisation_id: number, lists: Lists): Promise<string | null> {
  const addresses = Object.entries(lists).flatMap(([channel, text]) =>
    (text ?? '')
      .split(',')
      .map((address) => ({ channel: channel as keyof Lists, address: address.trim() }))
      .filter(({ address }) => address),
  )
  const undeliverable = await undeliverableOf(db, organisation_id, addresses)
  if (undeliverable.length === 0) return null
  return undeliverable.map(sentenceOf).join(' ')
}

function sentenceOf({ channel, address, bounced, unsubscribed, confirmation }: Undeliverable): string {
  if (bounced) return `${channel === 'email' ? 'E-mails' : 'SMS'} to ${address} have bounced before.`
  if (unsubscribed) return `${address} has unsubscribed from alerts.`
  if (confirmation === 'declined') return `${address} has declined messages.`
  return `${address} gets messages once its reader has agreed.`
}

type Lists = { email?: string | undefined; sms?: string | undefined }
type Address = { channel: 'email' | 'sms'; address: string }
export type Undeliverable = Address & {
  bounced: boolean
  unsubscribed: boolean
  /** `new`: a confirmation request is sent when the settings are saved. */
  confirmation: 'agreed' | 'new' | 'waiting' | 'declined'
  asked_at: string | null
}
