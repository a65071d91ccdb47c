import { type Kysely, sql } from 'kysely'

export const after = '20261124_lists'
export const checksum = 'f382f734a6a0742fa47fdd41460766eb7dc722b611ca6b146aace838e6710817'

/** Whether trackers are online, and a way to find one by its token alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Apart from tracker_state: that row is what the engine locks for each report.
  `create table tracker_presence (
    organisation_id bigint not null,
    tracker_id bigint not null,
    online boolean not null,
    changed_at timestamptz not null,
    seen_at timestamptz not null,
    contact text not null check (contact in ('heard', 'connected', 'closed', 'left')),
    due_at timestamptz,
    primary key (organisation_id, tracker_id),
    foreign key (organisation_id, tracker_id) references tracker on delete cascade
  ) with (fillfactor = 50)`,
  'create index tracker_presence_due on tracker_presence (due_at) where online',
  'create index tracker_token on tracker (token_sha256)',
]
