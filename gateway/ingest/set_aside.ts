import { type Kysely, sql } from 'kysely'
import { isServed } from '#db/moving/hold.ts'
import type { Database } from '#db/tables/index.ts'
import { shownText } from '#db/text.ts'
import type { Entry } from './entry.ts'

/**
 * Stores a report that the database refused, with the reason, for the administrator. @returns false if its tracker was
 * deleted, or its organisation is on hold
 */
export async function setAside(db: Kysely<Database>, entry: Entry, reason: string): Promise<boolean> {
  const { organisation_id, tracker_id, report, received } = entry
  const tracker = await db
    .selectFrom('tracker')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', tracker_id)
    .where(isServed(sql`tracker.organisation_id`))
    .executeTakeFirst()
  if (!tracker) return false
  await db
    .insertInto('rejected_report')
    .values({
      organisation_id,
      tracker_id,
      received: sql<string>`to_timestamp(${received}::float8 / 1000)`,
      reason: shownText(reason),
      report: shownText(JSON.stringify({ ...report, fix_at: new Date(entry.fix_at).toISOString() })),
    })
    .execute()
  return true
}
