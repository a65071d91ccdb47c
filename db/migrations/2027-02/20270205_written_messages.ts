import { type Kysely, sql } from 'kysely'

export const after = '20270204_file_owner'
export const checksum = '8b770935d6f54f9c2f14edf514896b4e3e12b7884a6638985a8a217b576ed40d'

/** Templates for messages that people write, and drafts of such messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table message_template
    add kind text not null default 'system' check (kind in ('system', 'person')),
    add constraint message_template_person check (kind = 'system' or organisation_id is not null)`,
  'drop index message_template_name',
  `create unique index message_template_name
    on message_template (organisation_id, name, channel, lower(locale)) nulls not distinct where kind = 'system'`,
  `create unique index message_template_person_name
    on message_template (organisation_id, lower(name)) where kind = 'person'`,
  'create index message_template_organisation on message_template (organisation_id, name)',
  `alter table message
    add draft jsonb check (jsonb_typeof(draft) = 'object' and octet_length(draft::text) <= 65536),
    add constraint message_draft_person check (draft is null or (kind = 'person' and organisation_id is not null))`,
  'create index message_drafts on message (sender_user_id, organisation_id) where draft is not null',
]
