import { type Kysely, sql } from 'kysely'

export const after = '20270114_webhook_sealed'
export const checksum = 'ff575e02ec219f224ec0d3e9adfc4bee4b4e20be6db98c5be3e96074b1d842f3'

/** When the last complete backup began, so that its age can be watched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table installation add column backed_up_at timestamptz`.execute(db)
}
