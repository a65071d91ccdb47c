import { type Kysely, sql } from 'kysely'

export const after = '20270203_invoice_rate'
export const checksum = 'cd3a3dbe2569900c58bdb07e42d461f767d5f7848687fc450021977037158ed9'

/** Deleting an account asks for the files of their owner: of all organisations, and for the rows of a deleted account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index file_owner_account on file (owner_user_id) where owner_user_id is not null`.execute(db)
}
