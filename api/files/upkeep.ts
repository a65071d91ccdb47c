import { type Kysely, sql } from 'kysely'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { sweepContents } from '#db/contents/sweep.ts'
import type { Database } from '#db/tables/index.ts'
import type { ApiContext } from '../context.ts'
import { removeLeftovers } from './jobs/leftovers.ts'
import { settle, settleAll } from './tree/settle.ts'

const EVERY_MS = 3_600_000
const TRASH_DAYS = 30
const JOB_DAYS = 30
const REPAIR_EVERY_MS = 30_000
const AT_ONCE = 100

/** Empties the trash, forgets ended jobs, and removes contents that nothing needs. */
export function makeFileUpkeep({ db, contents }: ApiContext): PeriodicTask {
  return {
    name: 'upkeep of files',
    interval_ms: EVERY_MS,
    async run() {
      await emptyTrash(db)
      await db.deleteFrom('job').where('ended_at', '<', daysAgo(JOB_DAYS)).execute()
      await db.deleteFrom('file_reservation').where('leased_until', '<', sql<string>`now()`).execute()
      await sweepContents(db, contents)
    },
  }
}

/** Finishes changes of folders, and removes the rows of jobs, that killed processes have left in the middle. */
export function makeFileRepair({ db }: ApiContext): PeriodicTask {
  return {
    name: 'unfinished changes of files',
    interval_ms: REPAIR_EVERY_MS,
    async run() {
      await settleAll(db)
      await removeLeftovers(db)
    },
  }
}

/** Deletes what has been in the trash for 30 days, unless something in it has become evidence. */
export async function emptyTrash(db: Kysely<Database>): Promise<number> {
  let deleted = 0
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      update file set trash_file_id = null, unsettled = true where id in (
        select f.id from file f where f.deleted_at < ${daysAgo(TRASH_DAYS)} and f.trash_file_id = f.id
          and not exists (select from file_evidence e join file i on i.id = e.file_id where i.trash_file_id = f.id)
        limit ${AT_ONCE}) returning id`.execute(db)
    for (const { id } of rows) await settle(db, id)
    deleted += rows.length
    if (rows.length < AT_ONCE) return deleted
  }
}

const daysAgo = (days: number) => sql<string>`now() - make_interval(days => ${sql.lit(days)})`
