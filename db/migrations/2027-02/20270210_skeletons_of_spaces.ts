import { type Kysely, sql } from 'kysely'

export const after = '20270209_event_changes'
export const checksum = 'e566d970ee7f45dcade262d6c388b471c61ae06ed5c4cb95a038d228ff9229c2'

/** Skeletons have single spaces now. Those that are missing are computed when names are compared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('delete from organisation_skeleton').execute(db)
}
