import { sql } from 'kysely'
import { texts } from '#db/arrays.ts'
import type { Db } from '../resource.ts'

/** Those of the addresses that an organisation's messages have come back from, or that want no more of its alerts. */
export async function troubledOf(db: Db, organisation_id: number, given: Address[]): Promise<Troubled[]> {
  if (given.length === 0) return []
  const { rows } = await sql<Troubled>`
    select distinct r.channel, r.address, r.bounced_at is not null as bounced,
      r.unsubscribed_at is not null as unsubscribed
    from recipient r
    join unnest(${texts(given.map((g) => g.channel))}::text[], ${texts(given.map((g) => g.address))}::text[])
      as g (channel, address) on g.channel = r.channel and g.address = r.address
    where r.organisation_id = ${organisation_id} and (r.bounced_at is not null or r.unsubscribed_at is not null)
    order by r.channel, r.address`.execute(db)
  return rows
}

/** @returns a sentence about those addresses that messages have come back from, or that want no more; null where all is well */
export async function warningFor(db: Db, organisation_id: number, lists: Lists): Promise<string | null> {
  const given = Object.entries(lists).flatMap(([channel, text]) =>
    (text ?? '')
      .split(',')
      .map((address) => ({ channel: channel as keyof Lists, address: address.trim() }))
      .filter(({ address }) => address),
  )
  const troubled = await troubledOf(db, organisation_id, given)
  if (troubled.length === 0) return null
  return troubled
    .map(({ channel, address, bounced }) => {
      const what = channel === 'email' ? 'E-mails' : 'SMS'
      return bounced ? `${what} to ${address} have bounced before.` : `${address} has asked for no more alerts.`
    })
    .join(' ')
}

type Lists = { email?: string | undefined; sms?: string | undefined }
type Address = { channel: 'email' | 'sms'; address: string }
export type Troubled = Address & { bounced: boolean; unsubscribed: boolean }
