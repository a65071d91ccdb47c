import { createReadStream } from 'node:fs'
import { sql } from 'kysely'
import { Archive, dueSpans, horizonOf } from '#db/history/archive.ts'
import { DeltaLog } from '#db/history/delta/log.ts'
import { openHistory } from '#db/history/store.ts'
import { migrate } from '#db/migrations/index.ts'
import { checkFiles, type Damaged, forgetFile, repairFiles } from '#db/repair/history.ts'
import { verifyExport } from './chain/evidence.ts'
import { exportChain, type VerifyOptions, verifyDatabase, verifyFolder } from './chain/verify.ts'
import { readConfig } from './server/config.ts'

type Db = Parameters<typeof migrate>[0]

export type HistoryOptions = Partial<
  Record<
    'repair' | 'organisation' | 'from' | 'to' | 'against' | 'chain' | 'files' | 'export' | 'key',
    string | undefined
  >
>

export const historyHelp = `Usage: npm run db -- history [COMMAND]

                            without a command: lists the days whose events are in files, and those that are due
  close                     moves the events of days that are due to files now, and merges late reports; the server does
                            both by itself
  check [--repair BACKUP]   reads every file and compares it with its digests; names organisation, day and file of what is
                            missing or damaged, and takes it from a backup, if it is there as it was written
  log                       writes the Delta Lake log again, which names the files that count to other programs, from the
                            database
  forget FILE               gives up a damaged file that no backup has: its events are lost
  verify [--organisation N] [--from DAY] [--to DAY] [--against CHAIN]
                            compares the chain of closed days and all files with each other, and says what was changed,
                            removed or added; --against also with a chain that was exported earlier
  verify --chain CHAIN [--files FOLDER] [--against CHAIN]
                            does so without a database, by an exported chain and a folder such as DATA_DIR/history
  verify --export ZIP [--key FINGERPRINT] [--against CHAIN]
                            verifies a signed export of a tracker, without a database; --key says who should have signed
  chain --organisation N FILE
                            exports the chain of an organisation as JSON, for those who are to verify later

verify ends with 0 where all holds, with 1 where something does not, with 2 where it could not be verified.

With DATABASE_URL the server may run; the embedded database needs it stopped.`

/** Executes a command of `npm run db -- history`. */
export async function runHistory(db: Db, [command, name]: string[], options: HistoryOptions): Promise<void> {
  const { repair } = options
  const commands: Record<string, () => Promise<void>> = {
    close: () => closeHistory(db),
    check: () => checkHistory(db, repair),
    log: () => writeLog(db),
    forget: () => forgetHistory(db, name),
    verify: () => verifyDatabase(db, verifyOptions(options)),
    chain: () => exportChain(db, verifyOptions(options).organisation, name),
  }
  const run = command === undefined ? () => showHistory(db) : commands[command]
  if (!run) throw new Error(`history takes ${Object.keys(commands).join(', ')}, or nothing: not "${command}".`)
  if (repair !== undefined && command !== 'check') throw new Error('--repair belongs to history check.')
  await migrate(db)
  await run()
}

/** @returns whether the command needs no database, and was executed */
export async function verifyOffline([command]: string[], options: HistoryOptions): Promise<boolean> {
  if (command !== 'verify') return false
  if (options.export !== undefined) {
    await verifyExport(options.export, options)
    return true
  }
  if (options.chain === undefined) return false
  await verifyFolder({ ...verifyOptions(options), chain: options.chain })
  return true
}

function verifyOptions({ organisation, from, to, export: _e, key: _k, ...others }: HistoryOptions): VerifyOptions {
  if (organisation !== undefined && !/^[1-9]\d{0,15}$/.test(organisation)) {
    throw new Error('--organisation needs the id of one.')
  }
  for (const [name, day] of Object.entries({ from, to })) {
    if (day !== undefined && !isDay(day)) throw new Error(`--${name} needs a day such as 2026-12-31.`)
  }
  return { organisation: organisation === undefined ? null : Number(organisation), from, to, ...others }
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/** Prints the days whose events are in files, newest first, and the partitions that are due. */
async function showHistory(db: Db): Promise<void> {
  const { gateway } = readConfig()
  const { rows } = await sql<{ day: string; organisations: number; files: number; events: number; bytes: number }>`
    select day::text as day, count(distinct organisation_id)::int as organisations, count(*)::int as files,
      sum(events)::float8 as events, sum(bytes)::float8 as bytes
    from event_archive group by day order by day desc`.execute(db)
  for (const { day, organisations, files, events, bytes } of rows) {
    const size = `${(bytes / 1e6).toFixed(1)} MB, ${(bytes / events).toFixed(1)} bytes each`
    console.log(`${day}   ${organisations} organisations   ${files} files   ${events} events   ${size}`)
  }
  if (gateway.close_days === 0) return console.log('Days are not closed: HISTORY_CLOSE_DAYS is 0.')
  const due = await dueSpans({ db }, horizonOf(new Date(), gateway.close_days))
  console.log(due.length > 0 ? `Due: ${due.map(({ name }) => name).join(', ')}.` : 'No day is due.')
}

/** Does what the server's periodic task does. */
async function closeHistory(db: Db): Promise<void> {
  const { data_dir, s3_url, gateway } = readConfig()
  if (gateway.close_days === 0)
    throw new Error('HISTORY_CLOSE_DAYS is 0: set it to the days after which a day is closed.')
  const store = await openHistory({ data_dir, s3_url })
  const report = await new Archive({ db, store, close_days: gateway.close_days, merge_rows: 200_000 }).run()
  if (!report) throw new Error('Another process works on closed days: try again in some minutes.')
  for (const { name, events } of report.closed) console.log(`closed ${name}: ${events} events`)
  console.log(`${report.merged} late reports merged, ${report.rewritten} files rewritten, ${report.removed} removed.`)
  if (report.postponed > 0) console.log(`${report.postponed} steps were postponed: others use what they need.`)
}

/** Compares all files with their digests, and repairs them from a backup. */
async function checkHistory(db: Db, backup: string | undefined): Promise<void> {
  const { data_dir, s3_url } = readConfig()
  const store = await openHistory({ data_dir, s3_url })
  const { files, damaged } = await checkFiles(db, store, ({ files, of, bytes }) => {
    if (files % 100 === 0) console.log(`${files} of ${of} files, ${(bytes / 1e6).toFixed(1)} MB …`)
  })
  const say = (what: string, { part, error }: Damaged) =>
    console.log(
      `${what}: organisation ${part.organisation_id}, ${part.day}, ${part.events} events: ${error.message} (${part.backend})`,
    )
  for (const one of damaged) say('damaged', one)
  const left = backup && damaged.length > 0 ? await repairFiles(db, store, damaged, createReadStream(backup)) : damaged
  const unrepaired = new Set(left.map(({ part }) => part.backend_key))
  for (const one of damaged) if (!unrepaired.has(one.part.backend_key)) console.log(`repaired: ${one.part.backend_key}`)
  for (const one of backup ? left : []) say('not repaired', one)
  console.log(`${files} files checked: ${damaged.length} damaged, ${damaged.length - left.length} repaired.`)
  if (left.length > 0) {
    throw new Error(
      'Repair with npm run db -- history check --repair BACKUP, of a backup in which these files are whole.',
    )
  }
}

async function writeLog(db: Db): Promise<void> {
  const { data_dir, s3_url } = readConfig()
  for (const backend of (await openHistory({ data_dir, s3_url })).backends) {
    const changes = await new DeltaLog(backend).rebuild(db)
    console.log(`${backend.name}: ${changes} files added to or removed from history/_delta_log.`)
  }
}

async function forgetHistory(db: Db, key: string | undefined): Promise<void> {
  if (!key) throw new Error('history forget needs the name of a file, as history check prints it.')
  const { data_dir, s3_url } = readConfig()
  const { events } = await forgetFile(db, await openHistory({ data_dir, s3_url }), key.replace(/^history\//, ''))
  console.log(`Given up: ${key}, and its ${events} events. The file itself is removed a day later.`)
}
