import { type Kysely, sql } from 'kysely'

export const after = '20270611_quarters'
export const checksum = 'ae350e7520c54de18a8ce7280fdffad0c59e88cf4d05602d29c86cae17234b85'

/** The price to which a person has agreed by subscribing, also where the first period costs a part of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscription add accepted_amount bigint
    check (accepted_amount between 0 and 1000000000000)`.execute(db)
}
