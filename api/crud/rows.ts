import { type InsertObject, sql, type UpdateObject } from 'kysely'
import type { Db } from '#db/database.ts'
import { type Database, tables } from '#db/tables/index.ts'
import { untyped } from './query.ts'

/**
 * Inserts, updates and deletes single rows of a table with an `id`; other statements are written out.
 *
 * @example
 * const { id } = await rows(trx, 'location').insert({ organisation_id, name, position })
 * await rows(trx, 'location').update({ id, organisation_id, name })
 * await rows(trx, 'location').remove({ id, organisation_id })
 */
export function rows<T extends TableName>(trx: Db, table: T): Rows<T> {
  const name: string = table
  const isRow = (key: AnyKey) => {
    const is = sql<boolean>`id = ${key.id}`
    if (!inOrganisation.has(name)) return is
    // The primary key of large tables begins with the organisation; null is the installation.
    return key.organisation_id === null
      ? sql<boolean>`organisation_id is null and ${is}`
      : sql<boolean>`organisation_id = ${key.organisation_id} and ${is}`
  }
  return {
    insert: (values) => untyped(trx).insertInto(name).values(values).returning('id').executeTakeFirstOrThrow() as never,
    async update(fields) {
      const { id, organisation_id, ...changes } = fields as AnyKey
      await untyped(trx)
        .updateTable(name)
        .set({ ...changes, modified_at: sql`now()` })
        .where(isRow({ id, organisation_id }))
        .execute()
    },
    async remove(key) {
      await untyped(trx).deleteFrom(name).where(isRow(key)).execute()
    },
  }
}

const inOrganisation = new Set<string>(
  tables.filter(({ columns }) => 'organisation_id' in columns).map(({ name }) => name),
)

export type TableName = { [T in keyof Database]: 'id' extends keyof Database[T] ? T : never }[keyof Database]
/** The key of a row: with its organisation, where the table has one. */
type Key<T extends TableName> = 'organisation_id' extends keyof Database[T]
  ? { id: number; organisation_id: number | null }
  : { id: number }
type AnyKey = { id: number; organisation_id?: number | null }

interface Rows<T extends TableName> {
  /** @returns the new row's id */
  insert(values: InsertObject<Database, T>): Promise<{ id: number }>
  /** Sets the fields beside the key, and `modified_at`. Undefined fields stay unchanged. */
  update(changes: Key<T> & Omit<UpdateObject<Database, T>, 'id' | 'organisation_id' | 'modified_at'>): Promise<void>
  remove(key: Key<T>): Promise<void>
}
