import { type Kysely, sql } from 'kysely'

export const after = '20271110_commands_by_sms'
export const checksum = '8d0317f60533db8c938344821312842fdd5fedf4416170b5b0174f7c0a2640bd'

/** A member may be the treasurer, who runs billing without any other administration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table membership add column billing_role text check (billing_role in ('treasurer'))`).execute(db)
}
