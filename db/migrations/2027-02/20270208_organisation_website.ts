import { type Kysely, sql } from 'kysely'

export const after = '20270207_public_sealed'
export const checksum = '2adea221166ab3075626a8b970697e5b5adf78512370e4b5744efc29cdeb4e7a'

/** What an organisation's administrators write about its site; the installation's stands where a column is null. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table organisation_website (
    id bigint generated always as identity primary key,
    organisation_id bigint not null unique references organisation on delete cascade,
    slogan text check (length(slogan) <= 200),
    copyright text check (length(copyright) <= 200),
    terms_url text check (length(terms_url) <= 500),
    privacy_url text check (length(privacy_url) <= 500),
    favicon_file_id bigint references file on delete set null,
    created_at timestamptz not null default now(),
    modified_at timestamptz not null default now()
  )`,
  `create index organisation_website_favicon on organisation_website (favicon_file_id)
   where favicon_file_id is not null`,
]
