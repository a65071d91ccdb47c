import { type Kysely, sql } from 'kysely'

export const after = '20270514_fuel'
export const checksum = '6f6e4da282e4ae11e8fbe86cfe3def6da26d461f8f0416817fb7ed79bd9ad8ae'

/**
 * The chain of closed days: what the files of each hold, link by link. Links are kept by a trigger: they are added, never
 * changed. Files carry the digest of their bytes, and those of what they hold of each tracker.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table event_archive add column sha256 text, add column contents text',

  `create table history_link (
    organisation_id bigint not null references organisation on delete cascade,
    number integer not null check (number > 0),
    day date,
    kind text not null,
    body text not null,
    hash text not null,
    made_at timestamptz not null,
    primary key (organisation_id, number)
  )`,
  'create index history_link_day on history_link (organisation_id, day) where day is not null',

  `create table history_check (
    organisation_id bigint primary key references organisation on delete cascade,
    checked_at timestamptz not null,
    links integer not null check (links >= 0),
    days integer not null check (days >= 0),
    problems integer not null check (problems >= 0)
  )`,

  `create function keep_history_link() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' and not exists (select from organisation o where o.id = old.organisation_id) then
       return old;
     end if;
     raise exception 'A link of the chain of closed days is never changed or deleted.'
       using errcode = 'restrict_violation';
   end $$`,
  `create trigger history_link_kept before update or delete on history_link
   for each row execute function keep_history_link()`,
  `create trigger history_link_kept_all before truncate on history_link
   for each statement execute function keep_history_link()`,
]
