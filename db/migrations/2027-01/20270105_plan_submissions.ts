import { type Kysely, sql } from 'kysely'

export const after = '20270104_cpd_report'
export const checksum = '1e70eaaa19f1f32b564f731ebbad583dcbc73db105386a4bc2709321f6b4ef7c'

/**
 * Keeps when a plan was first submitted, which standards ask for: a changed plan is submitted again. Drops the id of a
 * signature that was never written: the snapshot of an agreed plan has the signature itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table devplan add column first_submitted_at timestamptz`.execute(db)
  await sql`update devplan set first_submitted_at = submitted_at`.execute(db)
  await sql`alter table devplan drop column agreed_signature_id`.execute(db)
}
