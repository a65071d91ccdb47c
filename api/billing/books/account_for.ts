import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'

/**
 * The code of an organisation's account for a purpose, found by its name; it is made when it is needed first.
 *
 * @param purpose.codes the first that is free is taken
 * @param purpose.by_code whether an account of the type with one of the codes serves as well, under any name
 * @throws {AppError} not_possible where all codes are used for something else
 */
export async function accountFor(trx: Trx, organisation_id: number, purpose: Purpose): Promise<string> {
  const code = (await find(trx, organisation_id, purpose)) ?? (await make(trx, organisation_id, purpose))
  if (code) return code
  throw new AppError('not_possible', `There is no account “${purpose.name}” (${purpose.type}): please make one.`)
}

async function find(trx: Trx, organisation_id: number, { name, type, codes, by_code = false }: Purpose) {
  const { rows } = await sql<{ code: string }>`select code from account where organisation_id = ${organisation_id}
    and type = ${type} and (lower(name) = lower(${name}) or (${by_code} and code = any(${`{${codes.join(',')}}`}::text[])))
    order by lower(name) = lower(${name}) desc, code limit 1`.execute(trx)
  return rows[0]?.code
}

async function make(trx: Trx, organisation_id: number, purpose: Purpose) {
  const { name, type, codes } = purpose
  // One that is made at the same time is waited for.
  await sql`insert into account (organisation_id, code, name, type)
    select ${organisation_id}, c.code, ${name}, ${type} from unnest(${`{${codes.join(',')}}`}::text[]) with ordinality c (code, at)
    where not exists (select from account a where a.organisation_id = ${organisation_id} and lower(a.code) = lower(c.code))
    order by c.at limit 1 on conflict (organisation_id, lower(code)) do nothing`.execute(trx)
  return find(trx, organisation_id, purpose)
}

type Purpose = {
  name: string
  type: 'bank' | 'expense' | 'equity' | 'liability'
  codes: readonly string[]
  by_code?: boolean
}
