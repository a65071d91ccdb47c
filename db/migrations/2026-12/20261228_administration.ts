import { type Kysely, sql } from 'kysely'

export const after = '20261227_page_content'
export const checksum = '54879822daafd6db13285f7dc913ac8d9864e2a427148913002471cabc552dff'

/** Signatures, newsletters, and what the dashboard of administrators counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const id = 'id bigint generated always as identity primary key'

const statements = [
  `create table signature (
    ${id},
    organisation_id bigint not null references organisation on delete cascade,
    user_id bigint not null references user_account on delete cascade,
    name text not null check (length(name) between 1 and 100),
    strokes jsonb check (octet_length(strokes::text) <= 409600),
    png text check (octet_length(png) <= 140000),
    typed text check (length(typed) between 1 and 100),
    is_default boolean not null default false,
    created_at timestamptz not null default now(),
    modified_at timestamptz not null default now(),
    check (strokes is not null or typed is not null)
  )`,
  'create index signature_user on signature (user_id, id)',
  'create index signature_organisation on signature (organisation_id, id)',
  'create unique index signature_default on signature (user_id) where is_default',

  `create table newsletter (
    ${id},
    organisation_id bigint references organisation on delete cascade,
    subject text not null check (length(subject) between 1 and 500),
    text text not null check (length(text) between 1 and 50000),
    audience text not null default 'all'
      check (audience in ('all', 'Administrator', 'Staff', 'User', 'Customer')),
    send_at timestamptz,
    state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'sent', 'cancelled')),
    recipients integer not null default 0 check (recipients >= 0),
    last_user_id bigint not null default 0,
    sent_at timestamptz,
    created_by_user_id bigint references user_account on delete set null,
    created_at timestamptz not null default now(),
    modified_at timestamptz not null default now(),
    check (state = 'draft' or state = 'cancelled' or send_at is not null)
  )`,
  'create index newsletter_organisation on newsletter (organisation_id, id)',
  `create index newsletter_due on newsletter (send_at) where state in ('scheduled', 'sending')`,

  'alter table message drop constraint message_kind_check',
  `alter table message add constraint message_kind_check
    check (kind in ('alert', 'digest', 'person', 'reminder', 'enquiry', 'account', 'newsletter'))`,

  // What the dashboard counts.
  `create index job_failed on job (organisation_id, id) where state = 'failed'`,
  'create index user_created on user_account (created_at)',
]
