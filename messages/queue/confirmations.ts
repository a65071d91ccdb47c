import { type Kysely, sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import { figuresFor, type Overrides } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import { purposes } from '#db/tables/purposes.ts'
import { unnestRows } from '#db/unnest.ts'
import type { MessagesConfig } from '../config.ts'
import { tokenFor } from '../link_tokens.ts'
import { linksTo } from '../links.ts'
import { languageOf } from '../templates/built_in.ts'
import { render } from '../templates/render.ts'
import { isFresh, overridesOf } from './gate.ts'
import { outsiders, type Target } from './proof.ts'
import { writeMessages } from './write.ts'

/**
 * Sends confirmation requests: readers of addresses outside the organisation must agree to its messages once. The text
 * is fixed; the page behind the link names the organisation. An address is asked at most once a day by all
 * organisations together, and never after its reader has declined.
 *
 * @param again also asks those who have been asked and have not answered
 * @returns the targets asked now
 */
export async function requestConfirmations(
  trx: Kysely<Database>,
  options: ConfirmationOptions,
  targets: Target[],
  { again = false } = {},
): Promise<Target[]> {
  const unconfirmed = await readUnconfirmed(trx, await outsiders(trx, targets), again)
  const within = await withinQuota(trx, options, unconfirmed)
  const claimed = await claim(trx, within)
  if (claimed.length === 0) return []
  await writeMessages(
    trx,
    claimed.map((recipient) => letterTo(recipient, options)),
  )
  await sql`update recipient set asked_at = now() where id = any(${bigints(claimed.map(({ id }) => id))}::bigint[])`.execute(
    trx,
  )
  return claimed
}

/** Stores the addresses and returns those not confirmed or declined. */
async function readUnconfirmed(trx: Kysely<Database>, targets: Target[], again: boolean): Promise<Unconfirmed[]> {
  if (targets.length === 0) return []
  const target_rows = unnestRows(targets, { bigint: ['organisation_id'], text: ['channel', 'address'] }, 'g')
  await sql`insert into recipient (organisation_id, channel, address) select distinct * from ${target_rows}
    order by 1, 2, 3 on conflict (organisation_id, channel, address) do nothing`.execute(trx)
  const { rows } = await sql<Unconfirmed>`
    select r.id, r.organisation_id, r.channel, r.address, coalesce(o.locale, 'en') as locale
    from (select distinct * from ${target_rows}) g
    join recipient r on r.channel = g.channel and r.address = g.address
      and (r.organisation_id = g.organisation_id or (r.organisation_id is null and g.organisation_id is null))
    left join organisation o on o.id = r.organisation_id
    where r.proved_at is null and r.declined_at is null and (${again} or r.asked_at is null)
    order by r.channel, r.address`.execute(trx)
  return rows
}

/** Limits the requests by the organisations' daily quotas. */
async function withinQuota(
  trx: Kysely<Database>,
  { quotas }: ConfirmationOptions,
  unconfirmed: Unconfirmed[],
): Promise<Unconfirmed[]> {
  const ids = [...new Set(unconfirmed.map((one) => one.organisation_id).filter((id) => id !== null))].sort(
    (a, b) => a - b,
  )
  if (ids.length === 0) return unconfirmed
  // Serialised per organisation: concurrent requests would exceed the quota.
  for (const id of ids)
    await sql`select pg_advisory_xact_lock(${CONFIRMATION_LOCK}::int, ${id % 2 ** 31}::int)`.execute(trx)
  const { rows } = await sql<{ id: number; fresh: boolean; overrides: Overrides | null; asked: number }>`
    select o.id, ${isFresh} as fresh, ${overridesOf} as overrides,
      (select count(*)::int from recipient r
        where r.organisation_id = o.id and r.asked_at > now() - interval '1 day') as asked
    from organisation o where o.id = any(${bigints(ids)}::bigint[])`.execute(trx)
  const left = new Map(
    rows.map((row) => [row.id, figuresFor(quotas, row).confirmations_per_day - row.asked] as [number, number]),
  )
  return unconfirmed.filter(({ organisation_id }) => {
    if (organisation_id === null) return true
    const remaining = left.get(organisation_id) ?? 0
    left.set(organisation_id, remaining - 1)
    return remaining > 0
  })
}

/** Claims addresses that were not asked today by any organisation and have not refused all requests. */
async function claim(trx: Kysely<Database>, unconfirmed: Unconfirmed[]): Promise<Unconfirmed[]> {
  if (unconfirmed.length === 0) return []
  const addresses = unnestRows(unconfirmed, { text: ['channel', 'address'] }, 'g')
  const { rows } = await sql<{ channel: string; address: string }>`
    insert into address_confirmation as c (channel, address, asked_at)
    select channel, address, now() from (select distinct * from ${addresses}) g
    order by channel, address
    on conflict (channel, address) do update set asked_at = now()
      where c.refused_at is null and (c.asked_at is null or c.asked_at <= now() - interval '1 day')
    returning channel, address`.execute(trx)
  const free = new Set(rows.map(({ channel, address }) => `${channel} ${address}`))
  // Of several organisations, the first one asks.
  return unconfirmed.filter(({ channel, address }) => free.delete(`${channel} ${address}`))
}

function letterTo({ id, channel, address, locale }: Unconfirmed, { public_url, secret, keys }: ConfirmationOptions) {
  const { subject, text } = languageOf(locale).confirmation[channel]
  const link = linksTo(public_url).confirm(tokenFor('confirm', id, secret))
  const sealed = keys.seal(render(text, { link }), purposes.account_mail)
  return {
    organisation_id: null,
    kind: 'account' as const,
    sender_user_id: null,
    recipients: address,
    subject,
    text: render(text, { link: HIDDEN }),
    deliveries: [
      { channel, address, user_id: null, sealed, expires_at: new Date(Date.now() + REQUEST_TTL_MS).toISOString() },
    ],
  }
}

const HIDDEN = '(a link that only its reader sees)'
/** Requests that could not be sent within this time expire. */
const REQUEST_TTL_MS = 3 * 86_400_000
const CONFIRMATION_LOCK = 7_238_110

type Unconfirmed = Target & { id: number; locale: string }
export type ConfirmationOptions = Pick<MessagesConfig, 'public_url' | 'secret' | 'keys' | 'quotas'>
