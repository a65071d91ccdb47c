import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { networkOf } from './addresses/network_of.ts'
import { AppError } from './errors.ts'

/**
 * Rate limits: attempts, seconds, and the sentence of the 429. Counted in the database, for all processes together.
 * The rate limit of sign-in slows passwords and codes down instead: `guesses.ts`.
 */
export const limits = {
  mail: [5, 60 * 60, 'Too many mails have been requested. Please wait an hour.'],
  mail_address: [60, 60 * 60, 'Too many mails have been requested from your network. Please wait an hour.'],
  // How many mails that may be is the organisation's quota.
  invite: [500, 60 * 60, 'Too many people have been invited in an hour. Please wait a little.'],
  message: [200, 60 * 60, 'You have written 200 messages in an hour. Please wait a little.'],
  event_change: [
    1000,
    24 * 60 * 60,
    'Your organisation has entered, corrected or removed 1000 positions in a day. Please go on tomorrow.',
  ],
  track_import: [10_000, 24 * 60 * 60, 'You have imported 10 000 parts of tracks in a day. Please go on tomorrow.'],
  recompute: [60, 60 * 60, 'You have had trips found again 60 times in an hour. Please wait a little.'],
  test_alert: [10, 60 * 60, 'You have sent ten tests in an hour. Please wait a little.'],
  recipient: [600, 60 * 60, 'You have had 600 lists of addresses checked in an hour. Please wait a little.'],
  conflict: [30, 60 * 60, 'Too much of what you gave was taken already. Please wait an hour.'],
  conflict_organisation: [
    120,
    60 * 60,
    'Too much of what your organisation gave was taken already. Please wait an hour.',
  ],
  conflict_address: [120, 60 * 60, 'Too much of what came from your network was taken already. Please wait an hour.'],
  phone_code: [5, 24 * 60 * 60, 'You have asked for five codes in a day. Please try again tomorrow.'],
  invite_to: [3, 24 * 60 * 60, 'This address has been invited three times in a day. Please try again tomorrow.'],
  enquiry_address: [10, 60 * 60, 'Too many enquiries have come from your network. Please wait an hour.'],
  subscribe: [30, 60 * 60, 'You have subscribed 30 times in an hour. Please wait a little.'],
  enrol_by_address: [60, 60 * 60, 'You have enrolled 60 members by their address in an hour. Please wait a little.'],
  discount_code: [20, 60 * 60, 'You have tried 20 discount codes in an hour. Please wait a little.'],
  discount_code_address: [
    100,
    60 * 60,
    'Too many discount codes have been tried from your network. Please wait an hour.',
  ],
  loan_code: [60, 60 * 60, 'You have entered 60 codes of other installations in an hour. Please wait a little.'],
  download: [10, 60 * 60, 'You have downloaded your data ten times in an hour. Please wait a little.'],
  refresh: [120, 60 * 60, 'This browser has renewed its session too often. Please wait an hour.'],
  refresh_address: [
    100,
    15 * 60,
    'Too many sessions have been tried from your network. Please wait a quarter of an hour.',
  ],
  password_address: [
    300,
    15 * 60,
    'Too many passwords have been chosen from your network. Please wait a quarter of an hour.',
  ],
  link_password: [20, 15 * 60, 'Too many passwords of this link have been tried. Please wait a quarter of an hour.'],
  cab_key: [20, 15 * 60, 'Too many keys have been tried in this cab. Please wait a quarter of an hour.'],
  cab_shift: [100, 24 * 60 * 60, 'Drivers of this tracker have changed 100 times in a day. Please enter it by hand.'],
  cab_keys: [200, 60 * 60, 'Too many keys of drivers have been tried. Please wait an hour.'],
  oauth_request: [60, 60 * 60, 'You have begun to connect 60 assistants in an hour. Please wait a little.'],
  oauth_address: [100, 15 * 60, 'Too many tokens have been refused. Please wait a quarter of an hour.'],
  oauth_register_address: [20, 60 * 60, 'Too many clients have registered from your network. Please wait an hour.'],
  token_address: [100, 15 * 60, 'Too many links have been tried from your network. Please wait a quarter of an hour.'],
} as const satisfies Record<string, readonly [number, number, string]>

/**
 * Counts an attempt before it is made, so that parallel attempts cannot exceed the limit.
 *
 * @throws {AppError} too_many_requests
 */
export async function takeAttempt(db: Db, kind: keyof typeof limits, subject: string | number): Promise<void> {
  const [limit, seconds, sentence] = limits[kind]
  const over = sql<boolean>`attempt.began_at < now() - make_interval(secs => ${seconds}::float8)`
  const { rows } = await sql<{ count: number; left_s: number }>`
    insert into attempt (key, count, began_at) values (${keyOf(kind, subject)}, 1, now())
    on conflict (key) do update set count = case when ${over} then 1 else attempt.count + 1 end,
      began_at = case when ${over} then now() else attempt.began_at end
    returning count, ${leftOf(seconds)} as left_s`.execute(db)
  const { count, left_s } = rows[0]!
  if (count > limit) throw new AppError('too_many_requests', sentence, undefined, left_s)
}

/**
 * Checks the limit without counting an attempt.
 *
 * @throws {AppError} too_many_requests
 */
export async function checkAttempts(db: Db, kind: keyof typeof limits, subject: string | number): Promise<void> {
  const [limit, seconds, sentence] = limits[kind]
  const { rows } = await sql<{ left_s: number }>`
    select ${leftOf(seconds)} as left_s from attempt where key = ${keyOf(kind, subject)} and count >= ${limit}
      and began_at >= now() - make_interval(secs => ${seconds}::float8)`.execute(db)
  if (rows[0]) throw new AppError('too_many_requests', sentence, undefined, rows[0].left_s)
}

/** Seconds until the count is reset. */
const leftOf = (seconds: number) =>
  sql`greatest(1, ceil(extract(epoch from attempt.began_at + make_interval(secs => ${seconds}::float8) - now())))::float8`

/** Input is hashed: the table is not cleaned immediately. */
function keyOf(kind: string, subject: string | number): string {
  if (typeof subject === 'number') return `${kind}:${subject}`
  return `${kind}:${hash('sha256', kind.endsWith('_address') ? networkOf(subject) : subject.toLowerCase())}`
}
