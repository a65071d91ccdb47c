import pino, { type Logger } from 'pino'
import { postgisFiles } from '#db/embedded/postgis_files.ts'
import { claimInstallation } from '#db/ids/installation.ts'
import { migrate } from '#db/migrations/index.ts'
import { findNumberClashes } from '#db/number_clashes.ts'
import { type OpenDatabase, openDatabase } from '#db/open.ts'
import type { ReplicaChange } from '#db/server/replicas.ts'
import type { Config } from './config.ts'

/**
 * Opens the database and brings it up to date. It imports no more than that needs: the embedded database takes most
 * memory while it opens, so the start loads the rest of the server afterwards.
 *
 * @param print receives short progress messages
 * @throws {Error} with one sentence for people
 */
export async function openStore(
  { database_url, data_dir, connections, database_reads, installation_number }: StoreConfig,
  { print, log }: StoreOptions,
): Promise<OpenDatabase> {
  print(database_url ? 'Connecting to PostgreSQL …' : `Opening the embedded database in ${data_dir} …`)
  if (!database_url && !postgisFiles()) {
    print('PostGIS is read from its archive, which takes 0.4 GB more memory. `npm start` unpacks it.')
  }
  const replicas = database_reads && {
    ...database_reads,
    on_change: (change: ReplicaChange) =>
      change.state === 'used'
        ? log.info(change, 'reads are answered by this replica')
        : log.warn(change, 'this replica is not read from; the primary answers'),
  }
  const database = await openDatabase({
    database_url,
    data_dir,
    connections,
    replicas,
    on_error: (error) => log.warn({ reason: error.message }, 'a database connection was lost'),
  })
  try {
    const { length } = await migrate(database.db)
    if (length > 0) print(`Database brought up to date (${length} ${length === 1 ? 'migration' : 'migrations'}).`)
    await claimInstallation(database.db, installation_number)
    for (const clash of await findNumberClashes(database.db)) log.warn(clash)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

export function makeLog({ log_level }: Pick<Config, 'log_level'>): Logger {
  const options = {
    level: log_level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: plainError },
  }
  return pino(options, pino.destination(2))
}

/** Drivers attach statement parameters to their errors: personal data, which must not be logged. */
function plainError({ name, message, code, constraint, stack }: Error & { code?: string; constraint?: string }) {
  return { name, message, code, constraint, stack }
}

type StoreConfig = Pick<Config, 'database_url' | 'database_reads' | 'data_dir' | 'connections' | 'installation_number'>
type StoreOptions = { print: (text: string) => void; log: Logger }
