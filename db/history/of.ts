import type { Kysely } from 'kysely'
import type { Database } from '../tables/index.ts'
import type { HistoryStore } from './store.ts'

/**
 * The files of closed days belong to a database as its tables do: who has the database can read both, so that statements
 * on events need no further parameter.
 */
const stores = new WeakMap<Kysely<Database>, HistoryStore>()

/** Says where the files are that the rows of `event_archive` name. */
export function attachHistory(databases: Kysely<Database>[], store: HistoryStore): void {
  for (const db of databases) stores.set(db, store)
}

/** Null where only tables are read, such as in a script that checks plans. */
export const historyOf = (db: Kysely<Database>): HistoryStore | null => stores.get(db) ?? null
