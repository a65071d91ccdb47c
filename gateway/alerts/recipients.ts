import { type Kysely, sql } from 'kysely'
import { isCallForHelp } from '#db/alerts/calls.ts'
import type { Database } from '#db/tables/index.ts'
import { unnestRows } from '#db/unnest.ts'
import { quietUntil } from '#messages/quiet.ts'
import type { Job } from './jobs.ts'
import type { Addressee } from './plan.ts'

/** Reads the addresses' states: unsubscribed, and messages counted in the present hour. */
export async function readRecipients(db: Kysely<Database>, of: Addressed[]): Promise<Recipients> {
  const { rows } = await sql<
    Addressed & { began: number | null; count: number; unsubscribed: boolean }
  >`/* read_recipients */
    select r.organisation_id, r.channel, r.address, extract(epoch from r.window_began_at)::float8 * 1000 as began,
      r.window_count as count, r.unsubscribed_at is not null as unsubscribed
    from (select distinct * from ${unnestRows(of, addressed, 'g')}) g
    join recipient r on r.organisation_id = g.organisation_id and r.channel = g.channel and r.address = g.address`.execute(
    db,
  )
  return new Map(rows.map((row) => [keyOf(row), { ...row, changed: false }]))
}

/** Stores the counts. */
export async function storeRecipients(db: Kysely<Database>, recipients: Recipients): Promise<void> {
  const changed = [...recipients.values()].filter((recipient) => recipient.changed)
  if (changed.length === 0) return
  await sql`/* write_recipients */
    insert into recipient (organisation_id, channel, address, window_began_at, window_count)
    select organisation_id, channel, address, to_timestamp(began / 1000), count
    from ${unnestRows(changed, { ...addressed, integer: ['count'], float8: ['began'] }, 'c')}
    on conflict (organisation_id, channel, address) do update set
      window_began_at = excluded.window_began_at, window_count = excluded.window_count`.execute(db)
}

const addressed = { bigint: ['organisation_id'], text: ['channel', 'address'] } as const

/**
 * Decides whether an address gets a message now, deferred into a digest, or not at all. Webhooks always do; delivery
 * limits them. Calls for help ignore quiet hours and have twice the limit; repetitions by one tracker are limited for them,
 * too. The demo has a quarter of the limit, and no digest.
 */
export function decide(addressee: Addressee, recipients: Recipients, { limit, repeats_until, now }: Bounds): Decision {
  const { job, preferences, channel } = addressee
  if (channel === 'webhook') return 'now'
  const recipient = recipientOf(recipients, {
    organisation_id: job.organisation_id,
    channel,
    address: addressee.address,
  })
  if (recipient.unsubscribed) return 'never'
  const quiet = isUrgent(job) ? null : quietUntil(preferences.quiet, now)
  // Dropped instead of deferred: the next reminder follows anyway, and a digest of the demo is of no use.
  const is_dropped = job.occasion === 'reminder' || job.demo
  if (quiet) return is_dropped ? 'never' : { because: 'quiet', due_at: quiet }
  if (repeats_until) return is_dropped ? 'never' : { because: 'repeats', due_at: repeats_until }
  if (countOne(recipient, limitOf(job, limit), now)) return 'now'
  if (is_dropped) return 'never'
  return { because: 'limit', due_at: new Date(recipient.began! + HOUR_MS) }
}

/** The demo leaves most of the hour to one's own trackers. */
function limitOf(job: Job, limit: number): number {
  if (job.demo) return Math.floor(limit / 4)
  return isUrgent(job) ? limit * 2 : limit
}

/** A call for help, also as it is escalated. */
export const isUrgent = ({ occasion, alarm }: Pick<Job, 'occasion' | 'alarm'>) =>
  (occasion === 'alarm' || occasion === 'escalation') && isCallForHelp(alarm)

export function recipientOf(recipients: Recipients, of: Addressed): RecipientState {
  const key = keyOf(of)
  let recipient = recipients.get(key)
  if (!recipient) {
    recipient = { ...of, began: null, count: 0, unsubscribed: false, changed: false }
    recipients.set(key, recipient)
  }
  return recipient
}

/** @returns false when the hourly limit is reached */
export function countOne(recipient: RecipientState, limit: number, now: Date): boolean {
  if (recipient.began === null || recipient.began <= now.getTime() - HOUR_MS) {
    recipient.began = now.getTime()
    recipient.count = 0
  }
  if (recipient.count >= limit) return false
  recipient.count++
  recipient.changed = true
  return true
}

const HOUR_MS = 3_600_000
const keyOf = ({ organisation_id, channel, address }: Addressed) => `${organisation_id} ${channel} ${address}`

type Addressed = { organisation_id: number; channel: string; address: string }
/** `began`: start of the present hour, in milliseconds since 1970. */
type RecipientState = Addressed & { began: number | null; count: number; unsubscribed: boolean; changed: boolean }
export type Recipients = Map<string, RecipientState>
export type Decision = 'now' | 'never' | { because: 'quiet' | 'limit' | 'repeats'; due_at: Date }
/** `repeats_until`: end of the tracker's hour if it has exceeded its limit. */
type Bounds = { limit: number; repeats_until: Date | undefined; now: Date }
