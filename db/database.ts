import type { Kysely, Transaction } from 'kysely'
import type { Database } from './tables/index.ts'

/** The database, or a transaction in it: what reads, and what writes one statement. */
export type Db = Kysely<Database>
/** Only a transaction: what must happen together with something else. */
export type Trx = Transaction<Database>
