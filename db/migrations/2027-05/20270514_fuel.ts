import { type Kysely, sql } from 'kysely'

export const after = '20270513_proximity'
export const checksum = 'fa9de52d73655e4dc13929dde1bd83aea523d96e68affe400f707e09f3124248'

/** A sensor of a tank has the least change that is a filling or a loss. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sensor add column fuel_step double precision check (fuel_step > 0)`.execute(db)
}
