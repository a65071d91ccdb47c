import { type Kysely, sql } from 'kysely'

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
