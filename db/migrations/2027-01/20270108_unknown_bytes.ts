import { type Kysely, sql } from 'kysely'

export const after = '20270107_providers'
export const checksum = 'e59d25a7491180b2b6ffe9357c03b033fad7a4854444ecd0377d9fabba743ce7'

/** The last bytes of unknown devices, also of those whose number nothing here can read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table unknown_device
    alter number drop not null,
    alter canonical_number drop not null,
    add bytes text check (length(bytes) <= 1024 and bytes ~ '^([0-9a-f]{2})+$'),
    add readable_by text[] not null default '{}'`,
  // A device without a number is known by its address.
  `create unique index unknown_device_address on unknown_device (protocol, address) where number is null`,
]
