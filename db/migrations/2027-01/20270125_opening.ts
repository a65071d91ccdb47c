import { type Kysely, sql } from 'kysely'

export const after = '20270124_address_change'
export const checksum = 'b5ae4b7c74438d904fc393d89ea14fad9c46f7b455030ed52350164020d78171'

/** A product says when its memberships open. A trial is kept with its product, since a membership may change to another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table product add opening text not null default 'at_once' check (opening in ('at_once', 'on_payment'))`,
  `alter table subscription add opening text not null default 'at_once' check (opening in ('at_once', 'on_payment')),
    add trial_product_id bigint references product on delete set null`,
  'create index subscription_trial_product on subscription (trial_product_id)',
  'update subscription set trial_product_id = product_id where had_trial',
]
