import type { Kysely, Transaction } from 'kysely'
import type { Database } from './tables/index.ts'

/** The database or a transaction: for reading, or writing one statement. */
export type Db = Kysely<Database>
/** Only a transaction: for statements that belong together. */
export type Trx = Transaction<Database>
