import { sql } from 'kysely'
import { sweepContents } from '#db/contents/sweep.ts'
import type { Db } from '#db/database.ts'
import type { PeriodicTask } from '#messages/periodic_task.ts'
import type { ApiContext } from '../context.ts'

const EVERY_MS = 3_600_000
const TRASH_DAYS = 30
const JOB_DAYS = 30

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

/** Deletes what has been in the trash for 30 days, unless something in it has become evidence. */
export async function emptyTrash(db: Db): Promise<number> {
  const { rows } = await sql`delete from file f where f.deleted_at < ${daysAgo(TRASH_DAYS)} and f.trash_file_id = f.id
    and not exists (select from file_evidence e join file i on i.id = e.file_id where i.trash_file_id = f.id)
    returning f.id`.execute(db)
  return rows.length
}

const daysAgo = (days: number) => sql<string>`now() - make_interval(days => ${sql.lit(days)})`
