import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as tracking from './20261121_tracking.ts'
import * as accounts from './20261122_accounts.ts'
import * as organisations from './20261123_organisations.ts'
import * as devices from './20261124_devices.ts'
import * as lists from './20261124_lists.ts'
import * as presence from './20261125_presence.ts'
import * as messages from './20261126_messages.ts'
import * as sharing from './20261127_sharing.ts'
import * as commands from './20261128_commands.ts'

/** All migrations, oldest first. A new one goes to the end; one that has been released is never changed. */
const migrations: Record<string, Migration> = {
  '20261121_tracking': tracking,
  '20261122_accounts': accounts,
  '20261123_organisations': organisations,
  '20261124_lists': lists,
  '20261124_devices': devices,
  '20261125_presence': presence,
  '20261126_messages': messages,
  '20261127_sharing': sharing,
  '20261128_commands': commands,
}

/** Brings the database up to date. @returns the names of the migrations that were run. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own day, not today's
export async function migrate(db: Kysely<any>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
}
