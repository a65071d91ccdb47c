import { type Kysely, sql } from 'kysely'

export const after = '20270927_remote_loans'
export const checksum = 'bf51f63a012b65a826844b19422505744297523b99cbe3f3d3a069dd982dadd0'

/** Organisations that borrow a tracker are among those who have looked where it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table tracker_view
    alter user_id drop not null,
    add loan_id bigint references tracker_loan on delete cascade,
    add constraint tracker_view_viewer check (num_nonnulls(user_id, loan_id) = 1)`,
  `create unique index tracker_view_loan on tracker_view (loan_id, viewed_at) where loan_id is not null`,
]
