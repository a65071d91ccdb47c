import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { HistoryCheck as Table } from '#db/tables/tracking/archive/history_check.ts'

const { checked_at, days, problems } = Table.columns

export const HistoryCheck = Type.Union([Type.Object({ checked_at, days, problems }), Type.Null()], {
  description:
    'When the files of closed days were last compared with their hash chain (`npm run db -- history verify`), and how many differed. Null if they never were',
})

/** The last comparison of the whole history of an organisation with its chain. */
export async function findHistoryCheck(db: Db, organisation_id: number): Promise<Static<typeof HistoryCheck>> {
  const found = await db
    .selectFrom('history_check')
    .select(['checked_at', 'days', 'problems'])
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirst()
  return found ?? null
}
