import { type Kysely, sql } from 'kysely'

export const after = '20270311_movement_profiles'
export const checksum = '4227e3af9f3ebf2fa4dc1c05ac1717d289049dd5c800593360b4aa25a9a5f92a'

/** Maintenance that is due can be switched off, and has channels of its own, as other kinds have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table organisation_config alter column alert_kinds set default '{speeding,towed,maintenance_due}'`,
  `update organisation_config set alert_kinds = alert_kinds || '{maintenance_due}'::text[]`,
]
