import { type Kysely, sql } from 'kysely'

export const after = '20270205_written_messages'
export const checksum = '7a91473c2db2227746a49c4aeda3f18c77d2dc7f50a368cdeab4daec5602a740'

/** What the names of organisations look like, so that none is taken for another. A changed name has none yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table organisation_skeleton (
    organisation_id bigint primary key references organisation on delete cascade,
    skeletons text[] not null
  )`,
  'create index organisation_skeleton_skeletons on organisation_skeleton using gin (skeletons)',
  `create function forget_organisation_skeleton() returns trigger language plpgsql as $$
    begin
      delete from organisation_skeleton where organisation_id = new.id;
      return null;
    end $$`,
  `create trigger organisation_renamed after update of name on organisation for each row
    when (new.name is distinct from old.name) execute function forget_organisation_skeleton()`,
]
