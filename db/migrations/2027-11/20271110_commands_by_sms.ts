import { type Kysely, sql } from 'kysely'

export const after = '20271101_lender_clocks'
export const checksum = '0760212e91969d2ea370647322fba2cde2fb735160c1118dcc9ad4cb813407f0'

/** A tracker has the number of its SIM, by which it is sent commands that need no connection. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  "alter table tracker add column sim_number text check (sim_number ~ '^\\+[0-9]{5,15}$')",
  'alter table tracker_command add column by_sms boolean not null default false',
  `create index tracker_command_by_sms_queued on tracker_command (organisation_id, id)
    where by_sms and state = 'queued'`,
  'create index tracker_command_by_sms_sent on tracker_command (organisation_id, sent_at) where by_sms',
]
