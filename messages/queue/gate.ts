import { type Kysely, sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import { type Figures, figuresFor, type Overrides, type QuotaDefaults, type QuotaName, quotas } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import type { Channel } from '#db/tables/messaging/message_delivery.ts'
import { unnestRows } from '#db/unnest.ts'
import { phoneNumber } from '../phones.ts'
import { isDeclined, isProvedMail, isProvedNumber } from './proof.ts'

/**
 * Decides what may be sent now. Mail and SMS require the reader's consent, and organisations have hourly and daily
 * quotas, counted in the database. SOS goes first with twice the quota.
 */
export async function judge(
  trx: Kysely<Database>,
  candidates: Candidate[],
  defaults: QuotaDefaults,
): Promise<Judgement> {
  const allowances = await readAllowances(trx, candidates, defaults)
  const judgement: Judgement = { allowed: [], held: [], declined: [], reached: [] }
  for (const candidate of [...candidates].sort((a, b) => Number(b.urgent) - Number(a.urgent) || a.id - b.id)) {
    if (candidate.declined) judgement.declined.push(candidate)
    else if (!isProved(candidate))
      judgement.held.push({ candidate, because: 'unconfirmed', reason: WAITING, until: null })
    else pass(candidate, allowances, judgement)
  }
  await keepCounts(trx, allowances)
  return judgement
}

function pass(candidate: Candidate, allowances: Map<string, Allowance>, { allowed, held, reached }: Judgement): void {
  const allowance = allowances.get(keyOf(candidate))
  if (!allowance || candidate.counted) return void allowed.push(candidate)
  const times = candidate.urgent ? 2 : 1
  const exhausted = allowance.periods.find(({ count, most }) => count >= most * times)
  if (!exhausted) {
    add(allowance)
    return void allowed.push(candidate)
  }
  const reason = `the organisation's quota is used up: ${exhausted.most} ${nouns[allowance.channel]} ${exhausted.name}`
  held.push({ candidate, because: 'quota', reason, until: exhausted.ends })
  if (!reached.some((one) => one.allowance === allowance)) reached.push({ allowance, period: exhausted })
}

function add(allowance: Allowance): void {
  for (const period of allowance.periods) period.count++
  allowance.added++
}

/**
 * Counts a message sent outside the queue, e.g. an invitation.
 *
 * @returns the exceeded quota, or null
 */
export async function countSent(
  trx: Kysely<Database>,
  of: { organisation_id: number; channel: 'email' | 'sms' | 'webhook' },
  defaults: QuotaDefaults,
): Promise<Period | null> {
  const allowance = (await readAllowances(trx, [of], defaults)).get(keyOf(of))
  if (!allowance) return null
  add(allowance)
  await keepCounts(trx, new Map([[keyOf(of), allowance]]))
  return allowance.periods.find(({ count, most }) => count > most) ?? null
}

/** @returns the quota that further messages would exceed, or null; nothing is counted */
export async function beyondWith(
  trx: Kysely<Database>,
  of: { organisation_id: number; channel: 'email' | 'sms' | 'webhook' },
  more: number,
  defaults: QuotaDefaults,
): Promise<Period | null> {
  const allowance = (await readAllowances(trx, [of], defaults)).get(keyOf(of))
  return allowance?.periods.find(({ count, most }) => count + more > most) ?? null
}

/** What an organisation has sent in this hour and today, by the quota. */
export async function countsOf(db: Kysely<Database>, organisation_id: number): Promise<Partial<Figures>> {
  const allowances = await readAllowances(db, [{ organisation_id }], quotas)
  return Object.fromEntries([...allowances.values()].flatMap(({ periods }) => periods.map((p) => [p.quota, p.count])))
}

const isProved = (candidate: Candidate) =>
  candidate.proved || (isOwnNumber(candidate) && phoneNumber(candidate.phone_proved) === candidate.address)

/** Whether it is the person's own number, which is confirmed by a code instead of a link. */
export const isOwnNumber = ({ channel, address, phone_mobile }: Candidate) =>
  channel === 'sms' && phone_mobile !== null && phoneNumber(phone_mobile) === address

/** Columns of a candidate: of the delivery `d`, its message `m` and its person `p`. */
export const candidateColumns = sql`d.id, d.organisation_id, d.channel, d.address, d.urgent, d.counted,
  p.phone_mobile, p.phone_proved,
  case when m.kind = 'account' or d.channel in ('push', 'webhook') then true
    when m.kind = 'newsletter' then coalesce(p.email_proved_at is not null and lower(p.email) = d.address, false)
    when d.channel = 'sms' then ${isProvedNumber} else ${isProvedMail} end as proved,
  case when m.kind = 'account' or d.channel in ('push', 'webhook') then false
    when m.kind = 'newsletter' then not coalesce(p.newsletter, false) or ${isDeclined} else ${isDeclined} end as declined`

async function readAllowances(
  trx: Kysely<Database>,
  candidates: { organisation_id: number | null }[],
  defaults: QuotaDefaults,
): Promise<Map<string, Allowance>> {
  const ids = [...new Set(candidates.map((one) => one.organisation_id).filter((id) => id !== null))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select o.id as organisation_id, ${isFresh} as fresh, ${overridesOf} as overrides,
      extract(epoch from ${hour} + interval '1 hour')::float8 as hour_ends,
      extract(epoch from ${day} + interval '1 day')::float8 as day_ends,
      (select jsonb_object_agg(c.channel, jsonb_build_array(
          case when c.hour = ${hour} then c.hour_count else 0 end, case when c.day = ${day} then c.day_count else 0 end))
        from send_count c where c.organisation_id = o.id) as counts
    from organisation o where o.id = any(${bigints(ids)}::bigint[])`.execute(trx)
  const all = rows.flatMap((row) => {
    const figures = figuresFor(defaults, row)
    return channels.map((channel): [string, Allowance] => {
      const [in_hour, in_day] = row.counts?.[channel] ?? [0, 0]
      const { organisation_id } = row
      return [
        keyOf({ organisation_id, channel }),
        {
          organisation_id,
          channel,
          added: 0,
          periods: [
            periodOf('an hour', in_hour, figures, names[channel][0], row.hour_ends),
            periodOf('a day', in_day, figures, names[channel][1], row.day_ends),
          ],
        },
      ]
    })
  })
  return new Map(all)
}

const periodOf = (name: Period['name'], count: number, figures: Figures, quota: QuotaName, ends: number): Period => ({
  name,
  count,
  quota,
  most: figures[quota],
  ends: new Date(ends * 1000),
})

async function keepCounts(trx: Kysely<Database>, allowances: Map<string, Allowance>): Promise<void> {
  const changed = [...allowances.values()].filter((one) => one.added > 0)
  if (changed.length === 0) return
  const { rows } = await sql<{ organisation_id: number; channel: Channel; hour_count: number; day_count: number }>`
    insert into send_count as s (organisation_id, channel, hour, hour_count, day, day_count)
    select organisation_id, channel, ${hour}, added, ${day}, added
    from ${unnestRows(changed, { bigint: ['organisation_id'], integer: ['added'], text: ['channel'] }, 'c')}
    order by organisation_id, channel
    on conflict (organisation_id, channel) do update set hour = excluded.hour, day = excluded.day,
      hour_count = excluded.hour_count + case when s.hour = excluded.hour then s.hour_count else 0 end,
      day_count = excluded.day_count + case when s.day = excluded.day then s.day_count else 0 end
    returning organisation_id, channel, hour_count, day_count`.execute(trx)
  // Other transactions may have counted concurrently.
  for (const row of rows) {
    const { periods } = allowances.get(keyOf(row))!
    periods[0].count = row.hour_count
    periods[1].count = row.day_count
  }
}

/** Marks held and declined deliveries with their reasons. */
export async function holdBack(trx: Kysely<Database>, { held, declined }: Judgement): Promise<void> {
  if (held.length > 0) {
    const rows = held.map(({ candidate: { id }, until, ...why }) => ({
      ...why,
      id,
      ends: until && until.getTime() / 1000,
    }))
    await sql`
      update message_delivery d set state = 'held', held_because = h.because, reason = h.reason, taken_until = null,
        due_at = coalesce(to_timestamp(h.ends), d.due_at)
      from ${unnestRows(rows, { bigint: ['id'], float8: ['ends'], text: ['because', 'reason'] }, 'h')}
      where d.id = h.id`.execute(trx)
  }
  if (declined.length > 0) {
    await sql`
      update message_delivery set state = 'failed', failed = now(), reason = ${DECLINED}, taken_until = null, sealed = null
      where id = any(${bigints(declined.map(({ id }) => id))}::bigint[])`.execute(trx)
  }
}

/**
 * Requeues held deliveries: by a quota, when its period has ended; by an unconfirmed address, when it is confirmed. Of
 * those to one address the newest are sent, and the others fail with a reason.
 */
export async function releaseHeld(db: Kysely<Database>): Promise<void> {
  await sql`update message_delivery set state = 'queued', held_because = null
    where state = 'held' and held_because = 'quota' and due_at <= now()`.execute(db)
  await sql`
    with confirmed as (
      select d.id, row_number() over (partition by d.organisation_id, d.channel, d.address order by d.id desc) as place
      from message_delivery d join message m on m.id = d.message_id
      where d.state = 'held' and d.held_because = 'unconfirmed'
        and case when d.channel = 'sms' then ${isProvedNumber} else ${isProvedMail} end
    )
    update message_delivery d set held_because = null, due_at = now(),
      state = case when place <= ${RELEASED} then 'queued' else 'failed' end,
      failed = case when place > ${RELEASED} then now() end,
      reason = case when place > ${RELEASED} then ${TOO_MANY} end
    from confirmed c where c.id = d.id`.execute(db)
}

/** Requeues deliveries to a person's own number when it is confirmed. */
export async function releaseNumber(db: Kysely<Database>, user_id: number, address: string): Promise<void> {
  await sql`update message_delivery set state = 'queued', held_because = null, due_at = now()
    where state = 'held' and held_because = 'unconfirmed' and channel = 'sms' and user_id = ${user_id}
      and address = ${address}`.execute(db)
}

const hour = sql`date_trunc('hour', now(), 'UTC')`
const day = sql`date_trunc('day', now(), 'UTC')`
export const FRESH_DAYS = 7
/** For the organisation `o`. */
export const isFresh = sql<boolean>`(o.trusted_at is null and o.created_at > now() - make_interval(days => ${sql.lit(FRESH_DAYS)}))`
export const overridesOf = sql<Overrides | null>`(select jsonb_object_agg(q.name, q.most) from organisation_quota q
  where q.organisation_id = o.id)`

const names = {
  email: ['mails_per_hour', 'mails_per_day'],
  sms: ['sms_per_hour', 'sms_per_day'],
  push: ['pushes_per_hour', 'pushes_per_day'],
  webhook: ['webhooks_per_hour', 'webhooks_per_day'],
} as const satisfies Record<string, readonly [QuotaName, QuotaName]>
const nouns = { email: 'e-mails', sms: 'SMS', push: 'pushes', webhook: 'webhook calls' }
const channels = Object.keys(names) as (keyof typeof names)[]
const keyOf = ({ organisation_id, channel }: { organisation_id: number | null; channel: Channel }) =>
  `${organisation_id} ${channel}`

const WAITING = 'the address has not been confirmed'
const DECLINED = 'the reader of the address has declined messages of this organisation'
const TOO_MANY = 'the address was confirmed later, and only the newest messages were sent then'
/** Held messages sent to an address when it is confirmed. */
const RELEASED = 20

type Row = {
  organisation_id: number
  fresh: boolean
  overrides: Overrides | null
  hour_ends: number
  day_ends: number
  counts: Record<string, [number, number]> | null
}
export type Period = { name: 'an hour' | 'a day'; quota: QuotaName; count: number; most: number; ends: Date }
export type Allowance = {
  organisation_id: number
  channel: keyof typeof names
  periods: [Period, Period]
  /** Counted since they were read. */
  added: number
}
export type Candidate = {
  id: number
  organisation_id: number | null
  channel: Channel
  address: string
  urgent: boolean
  counted: boolean
  phone_mobile: string | null
  phone_proved: string | null
  proved: boolean
  declined: boolean
}
export type Held = { candidate: Candidate; because: 'unconfirmed' | 'quota'; reason: string; until: Date | null }
export type Judgement = {
  allowed: Candidate[]
  held: Held[]
  declined: Candidate[]
  /** Exhausted quotas. */
  reached: { allowance: Allowance; period: Period }[]
}
