import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '#db/migrations/index.ts'
import { openDatabase } from '#db/open.ts'
import type { Database } from '#db/tables/index.ts'
import { copyTemplate } from '../network.ts'

/** Runs one migration on a database as it was before it, with the rows that statements make there. */
export async function upgraded(
  name: string,
  statements: string[],
  check: (db: Kysely<Database>) => Promise<void>,
): Promise<void> {
  const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-upgraded-'))
  const server = process.env.DATABASE === 'server' ? await copyTemplate('template1') : null
  const { db, close } = await openDatabase({ data_dir, database_url: server?.url })
  const run = async (names: string[]) => {
    const list = Object.fromEntries(names.map((each) => [each, migrations[each]!]))
    const { error } = await new Migrator({ db, provider: { getMigrations: async () => list } }).migrateToLatest()
    if (error) throw error
  }
  try {
    const all = Object.keys(migrations)
    await run(all.slice(0, all.indexOf(name)))
    for (const statement of statements) await sql.raw(statement).execute(db)
    await run(all.slice(0, all.indexOf(name) + 1))
    await check(db)
  } finally {
    await close()
    await server?.drop()
    rmSync(data_dir, { recursive: true, force: true })
  }
}
