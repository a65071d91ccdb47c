import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { retain } from '#db/history/retain.ts'
import { openKeyRing } from '#db/keys/open.ts'
import { KeyRing, ringPath } from '#db/keys/ring.ts'
import { forgetKey, rotateKeys } from '#db/keys/rotate.ts'
import { acceptMigration } from '#db/migrations/history.ts'
import { migrate } from '#db/migrations/index.ts'
import { findNumberClashes } from '#db/number_clashes.ts'
import { openDatabase } from '#db/open.ts'
import { listPartitions, makePartitions } from '#db/partitions.ts'
import { runBackup, runCheck, runRestore } from './backup.ts'
import { runRenumber } from './event_ids.ts'
import { type HistoryOptions, historyHelp, runHistory, verifyOffline } from './history.ts'
import { organisationHelp, runOrganisation } from './organisation.ts'
import { readConfig, readSecret } from './server/config.ts'

const help = `Usage: npm run db -- COMMAND

  migrate               brings the database up to date; starting the server does that too
  accept MIGRATION      accepts this database as it is if the start reports that a migration had another checksum here;
                        compare its schema with that of a new database before
  partitions            lists the partitions of the tracker events, and makes those that are due
  backup FILE           writes a backup, while the server runs: the database, the key ring, the secret and all files
  backup --check FILE   compares every part of a backup with its digest, and names what is damaged; writes nothing
  restore FILE          checks a backup in the same way, and restores it into an empty database and DATA_DIR; stop the server
                        first
  rotate-keys           adds a key to the key ring and seals all secrets and keys of files with it; with FILE_KEYS put the
                        new key first there
  forget-key ID [--lost] [--yes]
                        gives up a lost key that the start reports: what it encrypted cannot be read any more. One that is
                        in the key ring is refused, and one by which values are still sealed but with --lost; asks before,
                        unless --yes is given
  organisation …        moves an organisation to another installation: npm run db -- organisation --help
  retain --days N       drops the partitions that ended more than N days ago, the files of days that did, and what is as old
                        in the default partition
  history …             lists, closes, checks, repairs and verifies days whose events are in files: npm run db -- history
                        --help
  renumber-events [--dry-run]
                        gives new ids to events that have the id of an earlier one, in the table and in files, with all
                        that refers to them; a release before let ids begin again after a restore. Says what it did, can
                        be stopped and started again; --dry-run only counts

The database is the one of DATABASE_URL, else the embedded one in DATA_DIR: stop the server first in that case, except
for a backup.`

const helps: Record<string, string> = { organisation: organisationHelp, history: historyHelp }

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      days: { type: 'string' },
      repair: { type: 'string' },
      check: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      yes: { type: 'boolean' },
      lost: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      to: { type: 'string' },
      from: { type: 'string' },
      organisation: { type: 'string' },
      against: { type: 'string' },
      export: { type: 'string' },
      key: { type: 'string' },
      chain: { type: 'string' },
      files: { type: 'string' },
      trust: { type: 'boolean' },
      'passphrase-file': { type: 'string' },
      receipt: { type: 'string' },
      'taken-back': { type: 'boolean' },
      imported: { type: 'boolean' },
    },
  })
  const [command] = positionals
  const { to, trust, receipt, imported, 'taken-back': taken_back, 'passphrase-file': passphrase_file } = values
  if (values.help || !command) console.log(helps[command ?? ''] ?? help)
  else if (command === 'organisation') {
    await runOrganisation(positionals.slice(1), {
      ...(to !== undefined && { to }),
      ...(trust !== undefined && { trust }),
      ...(receipt !== undefined && { receipt }),
      ...(imported !== undefined && { imported }),
      ...(taken_back !== undefined && { taken_back }),
      ...(passphrase_file !== undefined && { passphrase_file }),
    })
  } else if (command === 'backup' && values.check) await runCheck(fileOf(command, positionals[1]))
  else await main(command, positionals.slice(1), values)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = process.argv[2] === 'history' && process.argv[3] === 'verify' ? 2 : 1
}

async function main(command: string, args: string[], values: Values): Promise<void> {
  const [name] = args
  if (command === 'backup' || command === 'restore') {
    const file = fileOf(command, name)
    return command === 'backup' ? runBackup(file) : runRestore(file)
  }
  const work = {
    migrate: runMigrate,
    accept: runAccept(name),
    partitions: showPartitions,
    'rotate-keys': runRotate,
    'forget-key': runForget(name, values),
    retain: runRetain(Number(values.days)),
    history: (db: Db) => runHistory(db, args, values),
    'renumber-events': runRenumber(values['dry-run'] === true),
  }[command]
  if (!work) throw new Error(`There is no command "${command}". See npm run db -- --help.`)
  if (command === 'retain' && !/^[1-9]\d*$/.test(values.days ?? ''))
    throw new Error('retain needs --days N, a whole number above 0.')
  if (command === 'history' && (await verifyOffline(args, values))) return
  const { database_url, data_dir } = readConfig()
  const database = await openDatabase({ database_url, data_dir })
  try {
    await work(database.db)
  } finally {
    await database.close()
  }
}

function fileOf(command: string, name: string | undefined): string {
  if (!name) throw new Error(`${command} needs the path of a file.`)
  return name
}

type Db = Parameters<typeof migrate>[0]
type Values = Partial<Record<'dry-run' | 'yes' | 'lost', boolean | undefined>> &
  HistoryOptions & { days?: string | undefined }

async function runMigrate(db: Db): Promise<void> {
  const done = await migrate(db)
  console.log(done.length > 0 ? `Done: ${done.join(', ')}.` : 'The database is up to date.')
  for (const clash of await findNumberClashes(db)) console.warn(clash)
}

function runAccept(name: string | undefined) {
  return async (db: Db) => {
    if (!name) throw new Error('accept needs the name of a migration, as in the message at the start.')
    if (!(await acceptMigration(db, name))) throw new Error(`The migration ${name} has not been run in this database.`)
    console.log(`Accepted: ${name}.`)
  }
}

async function runRotate(db: Db): Promise<void> {
  await migrate(db)
  const config = readConfig()
  const { data_dir, file_keys: keys } = config
  const ring = await openKeyRing(db, { data_dir, keys, legacy_secret: readSecret(config, false) })
  const { current, count, removed } = await rotateKeys(db, ring)
  console.log(`The current key is ${current}; ${count} values were sealed with it again.`)
  if (removed.length > 0) console.log(`Removed: ${removed.join(', ')}.`)
}

function runForget(id: string | undefined, { yes, lost }: Values) {
  return async (db: Db) => {
    if (!id) throw new Error('forget-key needs the id of a key, as in the message at the start.')
    await migrate(db)
    const { data_dir, file_keys: keys } = readConfig()
    const has_ring = keys !== null || existsSync(ringPath(data_dir))
    const ring = has_ring ? new KeyRing(keys ? { keys, legacy_secret: '' } : { data_dir, legacy_secret: '' }) : null
    const is_sure = yes || (await confirmed(`Give up the key ${id}? What it encrypted can never be read again.`))
    if (!is_sure) throw new Error('Nothing was given up: forget-key asks for a yes, or needs --yes.')
    const count = await forgetKey(db, id, { ring, is_lost: lost === true })
    console.log(`Given up: ${id}${count > 0 ? `, and ${count} values that were sealed with it` : ''}.`)
  }
}

async function confirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} Type yes: `)
  terminal.close()
  return answer.trim() === 'yes'
}

async function showPartitions(db: Db): Promise<void> {
  await migrate(db)
  for (const name of await makePartitions(db)) console.log(`made ${name}`)
  for (const { name, from, to, rows } of await listPartitions(db)) {
    const bounds = from ? `${from.slice(0, 10)} to ${to?.slice(0, 10)}` : 'whatever no other takes'
    console.log(`${name.padEnd(26)} ${bounds.padEnd(26)} about ${rows} events`)
  }
}

function runRetain(days: number) {
  return async (db: Db) => {
    await migrate(db)
    const { before, dropped, deleted, files, file_events, file_days } = await retain(db, days)
    const named = (names: string[]) => (names.length > 0 ? ` (${names.join(', ')})` : '')
    console.log(
      `Events before ${before.slice(0, 10)}: ${dropped.length} partitions dropped${named(dropped)}, ${deleted} events ` +
        `deleted from the default one, ${files} files with ${file_events} events of ${file_days.length} closed days ` +
        `forgotten${named(file_days)}.`,
    )
  }
}
