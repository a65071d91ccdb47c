import { sql } from 'kysely'
import type { Work } from './work.ts'

/**
 * Removes files that have been replaced for `unused_s`: readers and backups may still need them before. Those of deleted
 * organisations and of retention are among them.
 */
export async function removeUnused({ db, store, step }: Work, unused_s: number): Promise<number> {
  const { rows } = await sql<{ backend: string; backend_key: string }>`select backend, backend_key
    from event_archive_unused u where unused_at <= now() - make_interval(secs => ${unused_s}::float8)
      and not exists (select from event_archive a where a.backend_key = u.backend_key)
    order by unused_at limit 10000`.execute(db)
  for (const { backend, backend_key } of rows) {
    await step()
    await store.backendOf(backend).remove(backend_key)
    await sql`delete from event_archive_unused where backend_key = ${backend_key}`.execute(db)
  }
  return rows.length
}

/** Removes files without a row, such as those of a process that was killed. Only the lease's holder writes files. */
export async function removeUnknown({ db, store, step }: Work, age_s: number): Promise<number> {
  const before = new Date(Date.now() - age_s * 1000)
  let count = 0
  for (const backend of store.backends) {
    await backend.removeUnfinished(before)
    for await (const keys of batches(backend.list(before), 1000)) {
      await step()
      const { rows } = await sql<{ key: string }>`select k as key from unnest(${keys}::text[]) k
        where not exists (select from event_archive a where a.backend_key = k)
          and not exists (select from event_archive_unused u where u.backend_key = k)`.execute(db)
      for (const { key } of rows) await backend.remove(key)
      count += rows.length
    }
  }
  return count
}

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
