import { type Kysely, sql } from 'kysely'
import { Pace } from '../pace.ts'
import { type Database, tables } from '../tables/index.ts'
import type { ContentStore } from './store.ts'

/**
 * Removes contents that no file and no kept document has, and bytes without a row, such as those of an interrupted upload. Both wait for a
 * day: an upload may be about to commit, and a backup may be reading.
 */
export async function sweepContents(db: Kysely<Database>, store: ContentStore, age_ms = DAY_MS): Promise<Swept> {
  const before = new Date(Date.now() - age_ms)
  await markOrphans(db)
  let contents = 0
  const pace = new Pace()
  for (let removed = 1; removed > 0; contents += removed) {
    const part = await pace.part(
      (work) => db.transaction().execute(work),
      // A file that is created from the same bytes at this moment takes the row's lock first, or writes its own bytes.
      (trx, rows) =>
        sql<{ backend: 'disk' | 's3'; backend_key: string }>`delete from file_content where id in (
          select c.id from file_content c where c.orphaned_at <= ${before.toISOString()}::timestamptz and ${isUnused}
          limit ${rows} for update skip locked) returning backend, backend_key`.execute(trx),
    )
    for (const content of part.rows) await store.remove(content)
    removed = part.rows.length
  }
  let strays = 0
  for (const backend of store.backends) {
    await backend.removeUnfinished(before)
    for await (const keys of batches(backend.list(before), 1000)) {
      const { rows } = await sql<{ key: string }>`select k as key from unnest(${keys}::text[]) k
        where not exists (select from file_content c where c.backend_key = k)`.execute(db)
      for (const { key } of rows) await backend.remove(key)
      strays += rows.length
    }
  }
  return { contents, strays }
}

/** Looks at contents in the order of their ids, and marks those that nothing has. */
async function markOrphans(db: Kysely<Database>): Promise<void> {
  const pace = new Pace()
  for (let after: number | null = 0; after !== null; ) {
    after = await pace.part(
      (work) => db.transaction().execute(work),
      async (trx, rows): Promise<number | null> => {
        const { rows: looked } = await sql<{ last: number | null }>`
          with part as (select id from file_content where id > ${after} order by id limit ${rows}),
            marked as (update file_content c set orphaned_at = now() from part
              where c.id = part.id and c.orphaned_at is null and ${isUnused})
          select max(id)::float8 as last from part`.execute(trx)
        return looked[0]!.last
      },
    )
  }
}

/** No row of any table refers to the content. */
const isUnused = sql.join(
  tables
    .filter(({ columns }) => 'content_id' in columns)
    .map(({ name }) => sql`not exists (select from ${sql.table(name)} r where r.content_id = c.id)`),
  sql` and `,
)

async function* batches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const DAY_MS = 86_400_000

type Swept = { contents: number; strays: number }
