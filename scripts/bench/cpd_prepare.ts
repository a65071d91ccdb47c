import { sql } from 'kysely'
import { storeBuiltIn } from '#api/cpd/cycles/built_in.ts'
import { hashPassword } from '#api/people/passwords/hash.ts'
import { migrate } from '#db/migrations/index.ts'
import { openDatabase } from '#db/open.ts'
import { makePartitions } from '#db/partitions.ts'
import { seed } from '../server/seed.ts'
import { handleCalls } from './child_calls.ts'
import { ADMIN } from './stage.ts'

handleCalls({ fill })

/**
 * Creates two colleges, in the embedded database unless there is a URL: one with activities, spread over the categories of the Medical Board of
 * Australia's standard, and one whose many members have no plan yet.
 */
async function fill({ data_dir, database_url, people, activities, many }: Filling): Promise<Filled> {
  const { db, close } = await openDatabase({ data_dir, database_url })
  try {
    await migrate(db)
    await makePartitions(db)
    await storeBuiltIn(db)
    await seed(db, ADMIN)
    const password = await hashPassword(ADMIN.password)
    const year = new Date().getUTCFullYear()
    await sql`insert into organisation (id, name) values (101, 'College'), (102, 'Large college')`.execute(db)
    await sql`insert into organisation_config (organisation_id, features) values (101, '{cpd,files,tracking,billing}'), (102, '{cpd,files}')`.execute(
      db,
    )
    for (const [organisation_id, count] of [
      [101, people],
      [102, many],
    ] as const) {
      await sql`with u as (
          insert into user_account (username, email, password_hash, confirmed_at)
          select ${`c${organisation_id}-`}::text || i, ${`c${organisation_id}-`}::text || i || '@example.com', ${password}, now()
          from generate_series(1, ${count}::int) i returning id)
        insert into membership (organisation_id, user_id, role_name) select ${organisation_id}::bigint, id, 'User' from u`.execute(
        db,
      )
    }
    const standard = sql`(select id from cpd_standard where code = 'au-mba-2023' and organisation_id is null limit 1)`
    await sql`insert into devcategory (organisation_id, code, name)
      values (101, 'EA', 'Educational activities'), (101, 'RP', 'Reviewing performance'), (101, 'MO', 'Measuring outcomes')`.execute(
      db,
    )
    const { rows } = await sql<{ id: number }>`
      insert into devcycle (organisation_id, name, start, "end", cpd_standard_id)
      values (101, 'CPD', ${`${year}-01-01`}::date, ${`${year}-12-31`}::date, ${standard}),
        (102, 'CPD', ${`${year}-01-01`}::date, ${`${year}-12-31`}::date, ${standard}) returning id`.execute(db)
    const [cycle_id, large_cycle_id] = rows.map(({ id }) => id)
    await sql`insert into devplan (organisation_id, user_id, devcycle_id, state, submitted_at)
      select 101, user_id, ${cycle_id}::bigint, 'submitted', now() from membership where organisation_id = 101`.execute(
      db,
    )
    await sql`insert into devactivity (organisation_id, user_id, target, hours, completed_on, state)
      select 101, m.user_id, 'Audit of ankle scans ' || i, 250, ${`${year}-01-01`}::date + i * 37 % 300, 'recorded'
      from membership m, generate_series(1, ${Math.round(activities / people)}::int) i where m.organisation_id = 101`.execute(
      db,
    )
    await sql`insert into devactivity_credit (devactivity_id, devcategory_id, code, hours, credit, unit)
      select a.id, c.id, c.code, 250, 250, 'hours' from devactivity a join devcategory c
        on c.code = (array['EA', 'RP', 'MO'])[1 + a.id % 3] where a.organisation_id = 101`.execute(db)
    await sql`insert into devgoal (organisation_id, devcycle_id, description, predefined)
      select 102, ${large_cycle_id}::bigint, 'Goal ' || i, true from generate_series(1, 3) i`.execute(db)
    await sql`analyze`.execute(db)
    const { rows: members } = await sql<{ user_id: number }>`select user_id from membership where organisation_id = 101
      order by user_id limit 1`.execute(db)
    return { cycle_id: cycle_id!, large_cycle_id: large_cycle_id!, user_id: members[0]!.user_id }
  } finally {
    await close()
  }
}

export type Filling = {
  data_dir: string
  database_url?: string | undefined
  people: number
  activities: number
  many: number
}
export type Filled = { cycle_id: number; large_cycle_id: number; user_id: number }
