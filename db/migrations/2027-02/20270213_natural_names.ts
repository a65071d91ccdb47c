import { type Kysely, sql } from 'kysely'

export const after = '20270212_report_schedules'
export const checksum = '0b1ac1755fda24c52516a2df7f0e04e5b6e5cfdb58f4d9da59b93dcb87d63e67'

/** Names are sorted as people read them: Bus 2 before Bus 10. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The same in every database, whatever its collation. An entry of a B-tree has at most 2700 bytes.
  String.raw`create function natural_key(name text) returns text language sql immutable strict parallel safe as $$
    select left(regexp_replace(regexp_replace(
      lower(regexp_replace(normalize(left(name, 200), nfkd), '[\u0300-\u036f]', '', 'g')),
      '([0-9]+)', '0000000000000000000\1', 'g'), '0*([0-9]{20})(?![0-9])', '\1', 'g'), 600) $$`,

  'drop index tracker_name',
  'drop index tracker_name_down',
  `create index tracker_name on tracker
    (organisation_id, ((case when demo then '1' else '0' end || natural_key(name)) collate "C"), id)`,
  `create index tracker_name_down on tracker
    (organisation_id, ((case when demo then '1' else '0' end || natural_key(name)) collate "C") desc nulls last, id desc)`,
  'drop index boundary_name',
  'create index boundary_name on boundary (organisation_id, (natural_key(name) collate "C"), id)',
  'drop index contact_organisation',
  'create index contact_organisation on contact (organisation_id, (natural_key(name) collate "C"), id)',
  'drop index message_template_organisation',
  `create index message_template_organisation
    on message_template (organisation_id, (natural_key(name) collate "C"), id)`,
  'drop index report_schedule_name',
  'create index report_schedule_name on report_schedule (organisation_id, (natural_key(name) collate "C"), id)',
  `create index file_listed on file (parent_file_id,
    ((case when not is_folder then '1' else '0' end || natural_key(name)) collate "C"), id) where deleted_at is null`,
]
