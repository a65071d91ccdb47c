import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import { networkOf } from '../network_of.ts'
import type { Db } from '../resource.ts'

/** What may be tried how often before the answer is 429; counted in the database, so for all processes together. */
export const limits = {
  /** Wrong passwords of one account. */
  signin: [10, 15 * 60, 'Too many wrong passwords. Please wait a quarter of an hour, or ask your administrator.'],
  /** Wrong passwords from one address: many accounts may share it. */
  signin_address: [300, 15 * 60, 'Too many wrong passwords from your network. Please wait a quarter of an hour.'],
  mail: [5, 60 * 60, 'Too many mails have been asked for. Please wait an hour.'],
  mail_address: [60, 60 * 60, 'Too many mails have been asked for from your network. Please wait an hour.'],
  invite: [100, 60 * 60, 'Too many people have been asked in an hour. Please wait a little.'],
  message: [200, 60 * 60, 'You have written 200 messages in an hour. Please wait a little.'],
  recipient: [600, 60 * 60, 'You have had 600 lists of addresses checked in an hour. Please wait a little.'],
  enquiry_address: [10, 60 * 60, 'Too many enquiries have come from your network. Please wait an hour.'],
  download: [10, 60 * 60, 'You have downloaded your data ten times in an hour. Please wait a little.'],
  token_address: [100, 15 * 60, 'Too many links have been tried from your network. Please wait a quarter of an hour.'],
} as const satisfies Record<string, readonly [number, number, string]>

/**
 * Counts an attempt before it is made, so that many at once are not more than as many one by one.
 *
 * @throws {AppError} too_many_requests
 */
export async function takeAttempt(db: Db, kind: keyof typeof limits, who: string | number): Promise<void> {
  const [limit, seconds, sentence] = limits[kind]
  const over = sql<boolean>`attempt.began_at < now() - make_interval(secs => ${seconds}::float8)`
  const { rows } = await sql<{ count: number }>`
    insert into attempt (key, count, began_at) values (${keyOf(kind, who)}, 1, now())
    on conflict (key) do update set count = case when ${over} then 1 else attempt.count + 1 end,
      began_at = case when ${over} then now() else attempt.began_at end
    returning count`.execute(db)
  if (rows[0]!.count > limit) throw new AppError('too_many_requests', sentence)
}

/** It was none after all: the password was right. */
export async function giveBackAttempt(db: Db, kind: keyof typeof limits, who: string | number): Promise<void> {
  await db
    .updateTable('attempt')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('key', '=', keyOf(kind, who))
    .execute()
}

export async function forgetAttempts(db: Db, kind: keyof typeof limits, who: string | number): Promise<void> {
  await db.deleteFrom('attempt').where('key', '=', keyOf(kind, who)).execute()
}

/** What people type has no place in a table that nobody cleans at once. */
function keyOf(kind: string, who: string | number): string {
  if (typeof who === 'number') return `${kind}:${who}`
  return `${kind}:${hash('sha256', kind.endsWith('_address') ? networkOf(who) : who.toLowerCase())}`
}
