import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '#db/open.ts'
import { startChild } from '../bench/child_calls.ts'
import { START } from '../bench/history_days.ts'
import type { HistoryFilled, HistoryFilling } from '../bench/history_prepare.ts'
import { settings } from '../bench/parts/history.ts'
import type { Started } from '../bench/serve.ts'
import { startPostgres } from '../postgres.ts'
import { differences } from './compare.ts'
import { type Answered, askSpark, askTrino } from './engines.ts'
import type { Answers } from './questions.ts'
import { askRingfence, signIn } from './ringfence.ts'

const help = `Usage: npm run scale -- [options]

Asks Spark and Trino what Ringfence answers by itself, on the same files: who visited an area, and how far the fleet
drove on each day. Fills a database of its own with a fleet, closes its days, and compares row by row: each engine
prints a line for each question; ends with 1 where visits differ. Your data is not touched. 100 trackers for 365 days
take a quarter of an hour on two cores. docs/scale.md says what to do with an engine of your own.

  --spark PYTHON     an interpreter with pyspark, deltalake and pandas (Java 17 or later is needed, too)
  --trino URL        a coordinator with a catalog of Delta Lake
  --catalog NAME     its name (history)
  --location URI     the folder of the history as Trino reads it (local:///history)
  --folder FOLDER    keeps the files and Ringfence's answers there, for a Trino that was started to read it; asked
                     again, nothing is filled. Without it a folder that is removed at the end
  --trackers N       of the fleet (100)
  --days N           of its history (365)
  --every N          minutes from one report to the next (12)
  --help             this text`

const options = {
  spark: { type: 'string' },
  trino: { type: 'string' },
  catalog: { type: 'string', default: 'history' },
  location: { type: 'string', default: 'local:///history' },
  folder: { type: 'string' },
  trackers: { type: 'string', default: '100' },
  days: { type: 'string', default: '365' },
  every: { type: 'string', default: '12' },
  help: { type: 'boolean', short: 'h' },
} as const

/** East of where all begin their days: many visits, and not of all. */
const box = { west: START.lon + 0.01, south: START.lat - 0.02, east: START.lon + 0.05, north: START.lat + 0.02 }
const DAY_MS = 86_400_000

const { values } = parseArgs({ options })
if (values.help) console.log(help)
else if (!values.spark && !values.trino) {
  console.error('Name --spark PYTHON, --trino URL or both; --help says more.')
  process.exitCode = 2
} else process.exitCode = (await main()) ? 0 : 1

async function main(): Promise<boolean> {
  const data_dir = values.folder ? resolve(values.folder) : mkdtempSync(join(tmpdir(), 'ringfence-scale-'))
  const kept = join(data_dir, 'answers.json')
  try {
    if (!existsSync(kept)) {
      mkdirSync(data_dir, { recursive: true })
      writeFileSync(kept, JSON.stringify(await askOwn(data_dir)))
    }
    const own = JSON.parse(readFileSync(kept, 'utf8')) as Answers
    const { visits, kilometres } = own
    console.log(
      `Ringfence: ${visits.rows.length} visits in ${visits.seconds.toFixed(1)} s, ${kilometres.rows.length} days in ` +
        `${kilometres.seconds.toFixed(1)} s`,
    )
    return await askOthers(own, join(data_dir, 'history'))
  } finally {
    if (!values.folder) rmSync(data_dir, { recursive: true, force: true })
  }
}

/** Fills a database and its history, and has Ringfence answer. */
async function askOwn(data_dir: string): Promise<Answers> {
  const [trackers, days, every_min] = [toNumber('trackers'), toNumber('days'), toNumber('every')]
  const postgres = await startPostgres()
  if ('missing' in postgres) throw new Error(postgres.missing)
  const database_url = await postgres.createDatabase('scale')
  const prepare = startChild('history_prepare.ts')
  const server = startChild('serve.ts', { env: settings(data_dir, database_url) })
  try {
    log(`filling ${days} days of ${trackers} trackers that report each ${every_min} minutes`)
    const filling: HistoryFilling = { database_url, data_dir, trackers, days, every_min }
    const { first_day } = await prepare.call<HistoryFilled>('fill', filling)
    await prepare.stop()
    await settle(database_url, data_dir)
    const { http_port } = await server.call<Started>('start')
    log('closing its days')
    const { events, bytes } = await server.call<{ events: number; bytes: number }>('closeHistory')
    log(`${events} events in files, ${(bytes / events).toFixed(1)} bytes each; finding trips`)
    await server.call('settle')
    const [from, to] = [first_day, first_day + days * DAY_MS].map((at) => new Date(at).toISOString()) as [
      string,
      string,
    ]
    return await askRingfence(await signIn(http_port), 1, box, { from, to })
  } finally {
    await Promise.all([prepare, server].map((child) => child.stop()))
    await postgres.remove()
  }
}

/** @returns whether all have the same visits */
async function askOthers(own: Answers, history: string): Promise<boolean> {
  const question = { history, organisation: 1, box }
  const others: [string, () => Promise<Answered>][] = []
  if (values.spark) others.push(['Spark', () => askSpark(values.spark!, question)])
  if (values.trino) {
    const trino = { url: values.trino, catalog: values.catalog, location: values.location }
    others.push(['Trino', () => askTrino(trino, question)])
  }
  let is_same = true
  for (const [name, ask] of others) {
    log(`asking ${name}`)
    try {
      const { version, answers } = await ask()
      const found = differences(own, answers)
      for (const line of found.lines) console.log(`${name} ${version}: ${line}`)
      is_same &&= found.is_same
    } catch (error) {
      console.error(`${name}: ${(error as Error).message}`)
      is_same = false
    }
  }
  return is_same
}

function log(text: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)
}

/** Days of the fleet are those of the files, and movement is found from their first report. */
async function settle(database_url: string, data_dir: string): Promise<void> {
  const { db, close } = await openDatabase({ database_url, data_dir })
  await sql`update organisation set timezone = 'UTC'`.execute(db)
  await sql`insert into tracker_state (organisation_id, tracker_id, judged_at)
    select organisation_id, tracker_id, max(fix_at) from tracker_event group by 1, 2
    on conflict (organisation_id, tracker_id) do update set judged_at = excluded.judged_at`.execute(db)
  await sql`insert into movement_checkpoint (organisation_id, tracker_id)
    select organisation_id, id from tracker on conflict do nothing`.execute(db)
  await close()
}

function toNumber(name: 'trackers' | 'days' | 'every'): number {
  const number = Number(values[name])
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} must be a whole number above 0.`)
  return number
}
