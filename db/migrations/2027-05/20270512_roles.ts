import { type Kysely, sql } from 'kysely'

export const after = '20270509_stored_cards'
export const checksum = '5860a682c4fe5128e097d2dc7f0fe252ed30047cde08224567337435bc3413a5'

/** Organisations have roles of their own, which limit the built-in role of a membership or an invitation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table role drop constraint role_name_key',
  `alter table role add column organisation_id bigint references organisation on delete cascade,
     add column base text check (base in ('Administrator', 'Staff', 'User', 'Customer')),
     add column areas jsonb check (jsonb_typeof(areas) = 'object'),
     add column created_at timestamptz not null default now(),
     add column modified_at timestamptz not null default now(),
     alter column is_admin set default false,
     alter column about set default '',
     add constraint role_of check ((organisation_id is null) = (base is null)
       and (organisation_id is null) = (areas is null) and (organisation_id is null or not platform)),
     add constraint role_base unique (organisation_id, base, id)`,
  'create unique index role_organisation_name on role (organisation_id, lower(name)) nulls not distinct',
  // A member has at most what the base of their role gives: a change of `role_name` changes or ends the role, too.
  `alter table membership add column role_id bigint,
     add constraint membership_role foreign key (organisation_id, role_name, role_id)
       references role (organisation_id, base, id)`,
  'create index membership_role on membership (role_id) where role_id is not null',
  `alter table invitation add column role_id bigint,
     add constraint invitation_role foreign key (organisation_id, role_name, role_id)
       references role (organisation_id, base, id)`,
  'create index invitation_role on invitation (role_id) where role_id is not null',
]
