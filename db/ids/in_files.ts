import { sql } from 'kysely'
import type { Trx } from '../database.ts'
import { loadDigests } from '../history/digests/rows.ts'
import type { HistoryStore, StoredPart } from '../history/store.ts'
import { idRange, readInstallation } from './installation.ts'
import { continueEvents } from './sequences.ts'

/**
 * Lets the ids of events continue above those of this installation that are in files with higher ids of another one: the
 * files of days on which an organisation moved here. Their rows of `event_archive` do not tell; the files are read.
 *
 * @param on_unreadable called for a file that cannot be read, which is passed over; without it the error is thrown
 */
export async function continueEventsInFiles(
  trx: Trx,
  store: HistoryStore,
  on_unreadable?: (error: Error) => void,
): Promise<void> {
  const range = idRange((await readInstallation(trx)) ?? 0)
  const { rows } = await sql<
    Omit<StoredPart, 'loadDigests'>
  >`select organisation_id, day::text as day, backend, backend_key,
      bytes::float8 as bytes
    from event_archive where last_id > ${sql.lit(range.to)} and first_id <= ${sql.lit(range.to)}`.execute(trx)
  let last = 0
  for (const row of rows) {
    const part = { ...row, loadDigests: () => loadDigests(trx, row.backend_key) }
    try {
      for await (const ids of readIds(store, part)) {
        for (let i = 0; i < ids.length; i++) {
          const id = ids[i]!
          if (id >= range.from && id <= range.to && id > last) last = id
        }
      }
    } catch (error) {
      if (!on_unreadable) throw error
      on_unreadable(error as Error)
    }
  }
  if (last > 0) await continueEvents(trx, range, last)
}

async function* readIds(store: HistoryStore, part: StoredPart): AsyncGenerator<ArrayLike<number>> {
  const file = (await store.open(part)).whole()
  for (const group of file.groups) yield (await file.readGroup(group, ['id'])).id as ArrayLike<number>
}
