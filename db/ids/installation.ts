import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables/index.ts'
import { continueSequences, type IdRange, type LastIds } from './sequences.ts'

/**
 * Each installation gives out ids of its own range, so that an organisation keeps its ids when it moves to another one:
 * number × 2^40 to below the next number's. All ids are below 2^53, which JavaScript represents exactly.
 */
const IDS = 2 ** 40
export const MAX_INSTALLATION = 2 ** 13 - 2

/** The ids of an installation, both ends included. */
export const idRange = (number: number) => ({ from: Math.max(1, number * IDS), to: (number + 1) * IDS - 1 })

/** The number with whose ids this database was made; null before its first start. */
export async function readInstallation(db: Kysely<Database>): Promise<number | null> {
  const row = await db.selectFrom('installation').select('number').executeTakeFirst()
  return row?.number ?? null
}

/**
 * Makes a new database the one of an installation, gives new sequences its range, and lets each continue above the ids
 * that are stored. An existing database without a number has given out the ids of number 0.
 *
 * @throws {Error} with one sentence for people when the database was made with another number
 */
export async function claimInstallation(db: Kysely<Database>, number: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Several processes may start at once.
    await sql`select pg_advisory_xact_lock(hashtext('ringfence installation'))`.execute(trx)
    let claimed = await readInstallation(trx)
    if (claimed === null) {
      const { rows } = await sql`select 1 from user_account union all select 1 from organisation limit 1`.execute(trx)
      claimed = rows.length > 0 ? 0 : number
      await trx.insertInto('installation').values({ id: 1, number: claimed }).execute()
    }
    if (claimed !== number) throw new InstallationError(claimed, number)
    // Releases before have let the ids of events begin again after a restore.
    await continueIds(trx, number)
  })
}

/**
 * Gives sequences the range of an installation where they have another, and lets each continue above the ids that are
 * stored.
 *
 * @param known last ids of a backup
 */
export async function continueIds(trx: Kysely<Database>, number: number, known?: LastIds): Promise<void> {
  await setRanges(trx, number)
  await continueSequences(trx, idRange(number), known)
}

async function setRanges(trx: Kysely<Database>, number: number): Promise<void> {
  const range = idRange(number)
  const { rows } = await sql<{ name: string; last: number | null }>`
    select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value as last from pg_sequences
    where schemaname = current_schema() and (min_value <> ${sql.lit(range.from)} or max_value <> ${sql.lit(range.to)})
    order by 1`.execute(trx)
  for (const { name, last } of rows) await setRange(trx, name, range, last)
}

/** An exhausted sequence raises an error: our sequences do not cycle. */
async function setRange(
  trx: Kysely<Database>,
  name: string,
  { from, to }: IdRange,
  last: number | null,
): Promise<void> {
  const next = last !== null && last >= from && last < to ? last + 1 : from
  await sql`alter sequence ${sql.raw(name)} minvalue ${sql.lit(from)} maxvalue ${sql.lit(to)} start with ${sql.lit(from)}
    restart with ${sql.lit(next)} no cycle`.execute(trx)
}

/** The message is one sentence for people. */
export class InstallationError extends Error {
  override name = 'SettingError'
  constructor(claimed: number, number: number) {
    super(
      `INSTALLATION_NUMBER is ${number}, but this database was made as installation ${claimed}: set it to ${claimed}. ` +
        'A number cannot be changed, since ids of its range are in use.',
    )
  }
}
