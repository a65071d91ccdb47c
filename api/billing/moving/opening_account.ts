import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'

const NAME = 'Opening balances'

/** The code of the account that stands against what is brought forward; it is made with the first import. */
export async function openingAccount(trx: Trx, organisation_id: number): Promise<string> {
  // One that is made at the same time is waited for.
  await sql`insert into account (organisation_id, code, name, type)
    select ${organisation_id}, c.code, ${NAME}, 'equity' from (values ('890'), ('OPENING')) c (code)
    where not exists (select from account a where a.organisation_id = ${organisation_id}
      and a.type = 'equity' and a.name = ${NAME})
      and not exists (select from account a where a.organisation_id = ${organisation_id} and lower(a.code) = lower(c.code))
    limit 1 on conflict (organisation_id, lower(code)) do nothing`.execute(trx)
  const { rows } = await sql<{ code: string }>`select code from account where organisation_id = ${organisation_id}
    order by (type = 'equity' and name = ${NAME}) desc, type = 'equity' desc, code = '890' desc limit 1`.execute(trx)
  return rows[0]!.code
}
