import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'

/**
 * Rate limit of sign-in: exponential backoff for wrong passwords and codes, without lockout. Each guess adds one to a level, which decays by
 * one every `fades_s` seconds. Above `free` a guess must wait: `first_s` seconds, doubled with each, at most `most_s`.
 */
const paces = {
  /** For one account, from one network. */
  account_network: { free: 10, fades_s: 1800, first_s: 15, most_s: 900 },
  /**
   * For one account, from all unknown networks together: attacks may be distributed. Fewer than 50 in the first hour for
   * each of its two names, 12 in the next ones.
   */
  account: { free: 30, fades_s: 600, first_s: 5, most_s: 300 },
  /** From one network, for any account: many people may share it. */
  network: { free: 300, fades_s: 3, first_s: 1, most_s: 30 },
  /** From a browser that has signed in to the account before; guesses elsewhere do not count. */
  device: { free: 10, fades_s: 1800, first_s: 15, most_s: 300 },
  /** For second factors, after a correct password. */
  code: { free: 10, fades_s: 1800, first_s: 15, most_s: 900 },
  /** In an open session, when the password or a code is requested again. */
  session: { free: 10, fades_s: 1800, first_s: 15, most_s: 900 },
} as const satisfies Record<string, Pace>

/** The maximum above `free`, so that the level decays in reasonable time. */
const ABOVE_FREE = 20

/** A counter of guesses: whose, and from where. */
export type Guesses = { pace: keyof typeof paces; subject: string; scope: string }

/**
 * Counts a guess before it is verified, so that parallel guesses cannot exceed the limit. Refused guesses are not
 * counted: an attacker cannot extend the wait of others.
 *
 * @throws {AppError} too_many_requests with the seconds to wait
 */
export async function takeGuess(db: Db, counted: Guesses[]): Promise<void> {
  // Refuses without a write in most cases.
  for (const guesses of counted) await checkWait(db, guesses)
  // Locks in a fixed order to avoid deadlocks.
  const ordered = counted.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  await db.transaction().execute(async (trx) => {
    for (const guesses of ordered) if (!(await count(trx, guesses))) await refuse(trx, guesses)
  })
}

/** Subtracts a guess again: the password was correct. */
export async function giveBackGuess(db: Db, counted: Guesses[]): Promise<void> {
  for (const guesses of counted) {
    await db.updateTable('guess').set({ level: sql`greatest(0, level - 1)` }).where(isOf(guesses)).execute()
  }
}

export async function forgetGuesses(db: Db, guesses: Guesses): Promise<void> {
  await db.deleteFrom('guess').where(isOf(guesses)).execute()
}

/** Resets all counters of a user: by an administrator, or after proof by mail. */
export async function forgetAllGuesses(db: Db, user_id: number): Promise<void> {
  const { username, email } = await db
    .selectFrom('user_account')
    .select(['username', 'email'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const subjects = [ofName(username), ofName(email), ofUser(user_id)]
  await db.deleteFrom('guess').where('subject', 'in', subjects).execute()
}

/**
 * Counted by the name as typed, whether it exists or not. A counter shared by username and address would reveal that
 * they belong together.
 */
export const ofName = (name: string) => `name:${hash('sha256', name.trim().toLowerCase())}`
export const ofUser = (user_id: number) => `user:${user_id}`

async function count(trx: Db, guesses: Guesses): Promise<boolean> {
  const pace: Pace = paces[guesses.pace]
  const level = fadedLevel(pace)
  const { rows } = await sql`
    insert into guess (subject, scope, level, guessed_at) values (${guesses.subject}, ${guesses.scope}, 1, now())
    on conflict (subject, scope) do update
      set level = least(${level} + 1, ${pace.free + ABOVE_FREE}::float8), guessed_at = now()
      where ${waitOf(pace)} <= 0
    returning level`.execute(trx)
  return rows.length > 0
}

async function checkWait(db: Db, guesses: Guesses): Promise<void> {
  const counter = await db
    .selectFrom('guess')
    .select(waitOf(paces[guesses.pace]).as('wait_s'))
    .where(isOf(guesses))
    .executeTakeFirst()
  if (counter && counter.wait_s > 0) throw tooMany(counter.wait_s)
}

async function refuse(trx: Db, guesses: Guesses): Promise<never> {
  await checkWait(trx, guesses)
  throw tooMany(1)
}

const isOf = ({ subject, scope }: Guesses) => sql<boolean>`guess.subject = ${subject} and guess.scope = ${scope}`
const keyOf = ({ subject, scope }: Guesses) => `${subject} ${scope}`

const fadedLevel = ({ fades_s }: Pace): RawBuilder<number> =>
  sql`greatest(0, guess.level - greatest(0, extract(epoch from now() - guess.guessed_at)::float8) / ${fades_s}::float8)`

/** Seconds until the next guess is allowed; 0 or less if it is now. */
const waitOf = (pace: Pace): RawBuilder<number> => sql`(case when ${fadedLevel(pace)} <= ${pace.free - 1}::float8 then 0
  else least(${pace.most_s}::float8, ${pace.first_s}::float8 * power(2, round(guess.level) - ${pace.free}::float8))
    - extract(epoch from now() - guess.guessed_at)::float8 end)`

/** Whether the next sign-in to an account must wait now, by its name or address, from one network or from all. */
export const isLocked = sql<boolean>`exists (select from guess
  where guess.subject in (${subjectOf('username')}, ${subjectOf('email')}, 'user:' || user_account.id)
    and case when guess.scope like 'session:%' then 0 when guess.subject not like 'name:%' then ${waitOf(paces.code)}
      when guess.scope = '' then ${waitOf(paces.account)} else ${waitOf(paces.account_network)} end > 0)`

/** `ofName` in SQL. */
function subjectOf(column: 'username' | 'email'): RawBuilder<string> {
  return sql`'name:' || encode(sha256(convert_to(lower(${sql.ref(`user_account.${column}`)}), 'UTF8')), 'hex')`
}

function tooMany(wait_s: number): AppError {
  const seconds = Math.max(1, Math.ceil(wait_s))
  const time = seconds < 60 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return new AppError('too_many_requests', `Too many wrong attempts. Please try again in ${time}.`, undefined, seconds)
}

type Pace = { free: number; fades_s: number; first_s: number; most_s: number }
