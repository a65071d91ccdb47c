import { type Kysely, sql } from 'kysely'

export const after = '20270613_private_trips'
export const checksum = '46b9a0655634a78416e37e24f2175e75ed8f4aca6a3bf9be9b3b4d005537d2d2'

/** Records of maintenance: what it cost, the day that a label says it is due again, and files such as the invoice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table maintenance_done
    add column cost bigint check (cost between 0 and 1000000000000),
    add column next_on date check (next_on >= done_on)`,
  'create unique index maintenance_done_of_organisation on maintenance_done (organisation_id, id)',
  `alter table attachment
    add column maintenance_done_id bigint,
    add foreign key (organisation_id, maintenance_done_id) references maintenance_done (organisation_id, id)
      on delete cascade`,
  'alter table attachment drop constraint attachment_check',
  `alter table attachment add constraint attachment_check
    check (num_nonnulls(tracker_id, boundary_id, message_id, maintenance_done_id) = 1)`,
  `create unique index attachment_maintenance_done on attachment (maintenance_done_id, file_id)
    where maintenance_done_id is not null`,
]
