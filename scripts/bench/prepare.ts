import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { migrate } from '#db/migrations/index.ts'
import { openDatabase } from '#db/open.ts'
import type { Database } from '#db/tables/index.ts'
import { TRANSPORTS } from '#db/transports.ts'
import { seed } from '../server/seed.ts'
import { handleCalls } from './child_calls.ts'
import { area, numberOf, tokenOf } from './load/fleet.ts'

// In a process of its own, since the embedded database stays in the memory of the process that opened it.
handleCalls({ fill })

/** Fills an empty database with an organisation, trackers and boundaries. */
async function fill({ database_url, data_dir, admin, trackers, boundaries }: Filling): Promise<Filled> {
  const { db, close } = await openDatabase({ database_url, data_dir })
  try {
    await migrate(db)
    await seed(db, { ...admin })
    const { id } = await db.selectFrom('organisation').select('id').executeTakeFirstOrThrow()
    await addTrackers(db, id, trackers)
    const began = performance.now()
    await addBoundaries(db, id, boundaries)
    const boundary_seconds = (performance.now() - began) / 1000
    await sql`vacuum analyze`.execute(db)
    return { boundary_seconds }
  } finally {
    await close()
  }
}

async function addTrackers(db: Kysely<Database>, organisation_id: number, count: number): Promise<void> {
  for (let from = 0; from < count; from += 1000) {
    const values = Array.from({ length: Math.min(1000, count - from) }, (_, i) => ({
      organisation_id,
      number: numberOf(from + i),
      name: null,
      owner_user_id: null,
      token_sha256: hash('sha256', tokenOf(from + i)),
      transports: [...TRANSPORTS],
    }))
    await db.insertInto('tracker').values(values).execute()
  }
}

/** Small octagons in the area, and one boundary around all, so that no tracker is ever outside. */
async function addBoundaries(db: Kysely<Database>, organisation_id: number, count: number): Promise<void> {
  const { west, east, south, north } = area
  const geometry = sql`st_makeenvelope(${west - 1}, ${south - 1}, ${east + 1}, ${north + 1}, 4326)`
  await sql`insert into boundary (organisation_id, name, geometry)
    values (${organisation_id}, 'everything', st_multi(${geometry}))`.execute(db)
  await db.transaction().execute(async (trx) => {
    await sql`select setseed(0.5)`.execute(trx)
    await sql`
      insert into boundary (organisation_id, name, geometry)
      select ${organisation_id}, 'bench ' || i, st_setsrid(st_multi(st_makepolygon(st_makeline(array(
        select st_makepoint(
          lon + radius * (0.6 + 0.4 * sin(i * (k % 8))) * cos(k * pi() / 4),
          lat + radius * (0.6 + 0.4 * sin(i * (k % 8))) * sin(k * pi() / 4))
        from generate_series(0, 8) k order by k)))), 4326)
      from (
        select i, ${west}::float8 + random() * ${east - west}::float8 as lon,
          ${south}::float8 + random() * ${north - south}::float8 as lat, 0.002 + random() * 0.01 as radius
        from generate_series(1, ${count - 1}::integer) i
      ) centres`.execute(trx)
  })
}

export type Filling = {
  database_url?: string | undefined
  data_dir: string
  admin: { email: string; password: string }
  trackers: number
  boundaries: number
}
export type Filled = { boundary_seconds: number }
