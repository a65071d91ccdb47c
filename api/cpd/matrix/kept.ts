import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import type { Db } from '#db/database.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import { isServed } from '#db/moving/hold.ts'
import type { Database } from '#db/tables/index.ts'
import type { ApiContext } from '../../context.ts'
import type { Cycle } from '../results/evaluate_plans.ts'
import type { Numbers } from './cells.ts'

/** Numbers of people in the table of results, which outlives the process: a matrix is read at once after a start. */

/** Those of the people whose stamp is still the same. */
export async function readKept(db: Db, cycle: Cycle, stamps: Stamps, user_ids: number[]) {
  if (user_ids.length === 0) return new Map<number, Numbers>()
  const { rows } = await sql<{ user_id: number; stamp: string; numbers: Numbers }>`
    select user_id, stamp, numbers from cpd_result
    where devcycle_id = ${cycle.id} and user_id = any(${bigints(user_ids)}::bigint[])`.execute(db)
  const valid = rows.filter(({ user_id, stamp }) => stamp === stampOf(stamps, user_id))
  return new Map(valid.map(({ user_id, numbers }) => [user_id, numbers]))
}

export async function keepNumbers(db: Db, cycle: Cycle, stamps: Stamps, numbers: Map<number, Numbers>): Promise<void> {
  if (numbers.size === 0) return
  const { id, organisation_id } = cycle
  const rows = [...numbers].map(([user_id, of]) => ({ user_id, stamp: stampOf(stamps, user_id), numbers: of }))
  // In one order, so that two who keep the same people wait for each other.
  await sql`insert into cpd_result (organisation_id, user_id, devcycle_id, stamp, on_day, numbers)
    select o.id, u.id, ${id}, r.stamp, (now() at time zone o.timezone)::date, r.numbers
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (user_id bigint, stamp text, numbers jsonb)
      join user_account u on u.id = r.user_id join organisation o on o.id = ${organisation_id}
    order by u.id
    on conflict (devcycle_id, user_id) do update
      set stamp = excluded.stamp, on_day = excluded.on_day, numbers = excluded.numbers, created_at = now()
      where cpd_result.stamp <> excluded.stamp`.execute(db)
}

/** Results go by the day: those that were kept on an earlier one are computed again before an administrator asks. */
export function makeResultsOfTheDay({ db }: ApiContext, compute: Compute): PeriodicTask {
  return {
    name: 'results of the day',
    interval_ms: EVERY_MS,
    run: () => renewResults(db, compute).then(() => undefined),
  }
}

/** @returns of how many people */
export async function renewResults(db: Kysely<Database>, compute: Compute): Promise<number> {
  return inBackground(async () => {
    const { rows: cycles } = await sql<Cycle>`
      select c.id, c.organisation_id, c.start::text, c."end"::text, c.cpd_standard_id
      from devcycle c join organisation_config f on f.organisation_id = c.organisation_id and 'cpd' = any(f.features)
      where c.expired_at is null and ${isServed(sql`c.organisation_id`)}
        and exists (select from cpd_result r where r.devcycle_id = c.id and ${isOfEarlierDay})
      order by c.id limit ${CYCLES_AT_ONCE}`.execute(db)
    let renewed = 0
    for (const cycle of cycles) {
      for (let part = await renewPart(db, cycle, 0, compute); part.length > 0; ) {
        renewed += part.length
        part = await renewPart(db, cycle, part.at(-1)!, compute)
      }
    }
    return renewed
  })
}

/**
 * People of another process are passed over.
 *
 * @param after the last person of the part before
 * @returns the people of this part
 */
function renewPart(db: Kysely<Database>, cycle: Cycle, after: number, compute: Compute): Promise<number[]> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ user_id: number }>`
      select r.user_id from cpd_result r join devcycle c on c.id = r.devcycle_id
      where c.id = ${cycle.id} and r.user_id > ${after} and ${isOfEarlierDay}
        and exists (select from membership m where m.organisation_id = c.organisation_id and m.user_id = r.user_id)
      order by r.user_id limit ${PEOPLE_AT_ONCE} for update of r skip locked`.execute(trx)
    const user_ids = rows.map(({ user_id }) => user_id)
    if (user_ids.length > 0) await compute(trx, cycle, user_ids)
    return user_ids
  })
}

const isOfEarlierDay = sql`r.on_day < (select (now() at time zone o.timezone)::date from organisation o
  where o.id = c.organisation_id)`

const stampOf = (stamps: Stamps, user_id: number) => `${engineDigest()} ${stamps.get(user_id)}`

/** Another release may count differently, so the digest of the engine's sources is a part of each stamp. */
function engineDigest(): string {
  digest ??= digestOf(['../engine', '../results', '.'].map((folder) => join(import.meta.dirname, folder)))
  return digest
}
let digest: string | null = null

function digestOf(folders: string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    for (const name of readdirSync(folder).sort()) {
      if (name.endsWith('.ts') && !name.endsWith('.test.ts')) hash.update(readFileSync(join(folder, name)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

const EVERY_MS = 5 * 60_000
const CYCLES_AT_ONCE = 100
const PEOPLE_AT_ONCE = 50

type Stamps = Map<number, string>
/** Computes and keeps the numbers of people. */
type Compute = (db: Db, cycle: Cycle, user_ids: number[]) => Promise<void>
