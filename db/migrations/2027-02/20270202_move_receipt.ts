import { type Kysely, sql } from 'kysely'

export const after = '20270201_address_change_email'
export const checksum = '321ada1643c54c58a9d5a2770ce3fa331b45c2d6c8482bada747014cdbeea71b'

/** What proves that an exported organisation was imported whole, at both installations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table organisation_hold
    add exported_at timestamptz,
    add receipts_sha256 text[] not null default '{}'`,
  `create table organisation_import (
    organisation_id bigint primary key references organisation on delete cascade,
    move_id text not null check (length(move_id) <= 36),
    installation integer not null,
    receipt text not null check (length(receipt) <= 100),
    created_at timestamptz not null default now()
  )`,
]
