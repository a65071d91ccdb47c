import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Db } from '#db/database.ts'
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

type Stamps = Map<number, string>
