import { type Kysely, sql } from 'kysely'

export const after = '20271120_waiver_shares'
export const checksum = 'fe8c7a057e3ed3f51fbe0a6d80f76921b5cc576ee7f2f0852d792304b9f15d50'

/** A rule may ask for the level at which an entrustable activity is seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table cpd_rule
    drop constraint cpd_rule_kind_check,
    add constraint cpd_rule_kind_check check (kind in ('sum_min', 'sum_max', 'share_max', 'each_min', 'count_min',
      'presence', 'one_of', 'distinct_min', 'level_min'))`,
]
