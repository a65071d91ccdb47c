import { type Kysely, sql } from 'kysely'

export const after = '20270125_opening'
export const checksum = '8bea0eb7a64edd3141d325662883e683738cda92a76619791f665715224ec6af'

/** Long work that is done in parts: files that a job makes, changes of large folders, closing of a cycle. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table file add job_id bigint, add unsettled boolean not null default false',
  'create index file_job on file (job_id) where job_id is not null',
  'create index file_unsettled on file (id) where unsettled',
  'alter table devcycle add closing boolean not null default false',
  'create index devcycle_closing on devcycle (id) where closing',
]
