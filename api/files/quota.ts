import { type Kysely, sql } from 'kysely'
import { cancelledBy } from '#db/cancelling.ts'
import type { Db, Trx } from '#db/database.ts'
import type { Database } from '#db/tables/index.ts'
import { fileQuotaDefaults } from '#db/tables/organisations/organisation_config.ts'
import { AppError } from '../http/errors.ts'

/** Whose quota bytes count against. */
export type Account = { organisation_id: number; owner_user_id: number | null }

/**
 * Bytes of the quota that are reserved before they are written, so that parallel uploads together keep it. It grows
 * with what is written; a reservation of a process that was killed expires.
 */
export class Reservation {
  readonly #db: Kysely<Database>
  readonly #account: Account
  readonly file_bytes_max: number
  #id: number | null = null
  #bytes = 0
  #renewed_at = 0

  private constructor(db: Kysely<Database>, account: Account, file_bytes_max: number) {
    this.#db = db
    this.#account = account
    this.file_bytes_max = file_bytes_max
  }

  /**
   * @param expected bytes, if they are known
   * @throws {AppError} too_large that names the limit
   */
  static async begin(db: Kysely<Database>, account: Account, expected = 0): Promise<Reservation> {
    const { file_bytes_max } = await limitsOf(db, account.organisation_id)
    const reservation = new Reservation(db, account, file_bytes_max)
    await reservation.cover(expected)
    return reservation
  }

  /**
   * Reserves at least this many bytes in all.
   *
   * @throws {AppError} too_large that names the quota
   */
  async cover(bytes: number): Promise<void> {
    const is_due = Date.now() - this.#renewed_at > RENEW_MS
    if (this.#id !== null && bytes <= this.#bytes && !is_due) return
    const account = this.#account
    await this.#db.transaction().execute(async (trx) => {
      await lockQuota(trx, account)
      const room = await roomOf(trx, account, this.#id ?? 0)
      if (bytes > room.bytes) throw new AppError('too_large', room.sentence)
      const reserved = bytes <= this.#bytes ? this.#bytes : Math.min(room.bytes, Math.max(bytes, this.#bytes + STEP))
      const lease = { bytes: reserved, leased_until: sql<string>`now() + interval '2 minutes'` }
      if (this.#id === null) {
        const values = { ...account, ...lease }
        const { id } = await trx.insertInto('file_reservation').values(values).returning('id').executeTakeFirstOrThrow()
        this.#id = id
      } else await trx.updateTable('file_reservation').set(lease).where('id', '=', this.#id).execute()
      this.#bytes = reserved
      this.#renewed_at = Date.now()
    })
  }

  /** Counts chunks, and reserves before they are passed on. */
  async *counted(chunks: AsyncIterable<Buffer>, onProgress?: (bytes: number) => void): AsyncGenerator<Buffer> {
    let bytes = 0
    const before = this.#counted
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > this.file_bytes_max) throw fileTooLarge(this.file_bytes_max)
      await this.cover(before + bytes)
      this.#counted = before + bytes
      onProgress?.(chunk.length)
      yield chunk
    }
  }
  #counted = 0

  /** Gives a part back, in the transaction that inserts the files that these bytes are of. */
  async spend(trx: Trx, bytes: number): Promise<void> {
    this.#bytes = Math.max(0, this.#bytes - bytes)
    this.#counted = Math.max(0, this.#counted - bytes)
    if (this.#id === null) return
    await trx.updateTable('file_reservation').set({ bytes: this.#bytes }).where('id', '=', this.#id).execute()
  }

  /** Gives the bytes back: after a failure, or in the transaction that inserts the file. */
  async release(db: Db = this.#db): Promise<void> {
    if (this.#id === null) return
    const id = this.#id
    // Also for a client that has disconnected, whose statements are cancelled.
    await cancelledBy(new AbortController().signal, () =>
      db.deleteFrom('file_reservation').where('id', '=', id).execute(),
    )
  }
}

/** @throws {AppError} too_large when bytes do not fit; for a move between people */
export async function checkRoom(trx: Trx, account: Account, bytes: number): Promise<void> {
  await lockQuota(trx, account)
  const { person } = await usedOf(trx, account, 0)
  const { person_bytes_max } = await limitsOf(trx, account.organisation_id)
  if (account.owner_user_id !== null && person + bytes > person_bytes_max) {
    throw new AppError('too_large', personSentence(person_bytes_max))
  }
}

/** Bytes in use, the trash and uploads under way included. */
export async function usedOf(db: Db, { organisation_id, owner_user_id }: Account, except: number): Promise<Used> {
  const { rows } = await sql<Used>`select
    coalesce(sum(bytes), 0)::bigint as organisation,
    coalesce(sum(bytes) filter (where owner_user_id = ${owner_user_id}::bigint), 0)::bigint as person
    from (select owner_user_id, sum(size) as bytes from file where organisation_id = ${organisation_id} group by 1
      union all select owner_user_id, bytes from file_reservation
        where organisation_id = ${organisation_id} and leased_until > now() and id <> ${except}) u`.execute(db)
  return { organisation: Number(rows[0]!.organisation), person: Number(rows[0]!.person) }
}

export async function limitsOf(db: Db, organisation_id: number): Promise<typeof fileQuotaDefaults> {
  const config = await db
    .selectFrom('organisation_config')
    .select(['files_bytes_max', 'person_bytes_max', 'file_bytes_max'])
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirst()
  return config ?? fileQuotaDefaults
}

export const fileTooLarge = (max: number) => new AppError('too_large', `A file may have ${inWords(max)} here.`)

async function lockQuota(trx: Trx, { organisation_id }: Account): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`file bytes ${organisation_id}`}, 0))`.execute(trx)
}

async function roomOf(trx: Trx, account: Account, except: number): Promise<{ bytes: number; sentence: string }> {
  const { files_bytes_max, person_bytes_max } = await limitsOf(trx, account.organisation_id)
  const used = await usedOf(trx, account, except)
  const all = {
    bytes: Math.max(0, files_bytes_max - used.organisation),
    sentence: organisationSentence(files_bytes_max),
  }
  if (account.owner_user_id === null) return all
  const own = { bytes: Math.max(0, person_bytes_max - used.person), sentence: personSentence(person_bytes_max) }
  return own.bytes < all.bytes ? own : all
}

const organisationSentence = (max: number) =>
  `The files of this organisation would exceed its quota of ${inWords(max)}. The trash counts too.`
const personSentence = (max: number) =>
  `The files of this person would exceed their quota of ${inWords(max)}. The trash counts too.`

/** @example inWords(10 * 2 ** 30) // '10 GB' */
function inWords(bytes: number): string {
  const power = Math.min(4, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${['bytes', 'KB', 'MB', 'GB', 'TB'][power]}`
}

/** Reserved ahead of what is written. */
const STEP = 16 * 1024 * 1024
const RENEW_MS = 30_000

type Used = { organisation: number; person: number }
