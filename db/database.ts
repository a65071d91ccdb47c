import type { Kysely, Transaction } from 'kysely'
import type { Database } from './tables/index.ts'

/** The database or a transaction: for reading, or writing one statement. */
export type Db = Kysely<Database>
/** Only a transaction: for statements that belong together. */
export type Trx = Transaction<Database>

/**
 * The name of a statement that begins with a one-word comment, such as "locate": it is parsed and planned once
 * for a connection, so its text never varies, and it returns columns by name: with `*` an upgrade beside a running server
 * would change what it returns, which PostgreSQL refuses. Null for others.
 */
export function nameOf(text: string): string | null {
  return text.startsWith('/*') ? text.slice(2, text.indexOf('*/')).trim() : null
}
