import { type Kysely, sql } from 'kysely'

export const after = '20270930_colleague_feedback'
export const checksum = 'b28a7b0fa20342fd4a9c35de20dacc9461eb916003169b28e04afeea262ac2d4'

/** Working hours of groups, which hold for the trackers in them and below that have none of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table tracker_group add schedule jsonb',
  // Hours that were given to a tracker stay its own.
  'alter table tracker_privacy add by_group boolean not null default false',
]
