import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Row } from './figures.ts'
import { alerts } from './parts/alerts.ts'
import { boundaries } from './parts/boundaries.ts'
import { connections } from './parts/connections.ts'
import { cpd } from './parts/cpd.ts'
import { desk } from './parts/desk.ts'
import { devices } from './parts/devices.ts'
import { eta } from './parts/eta.ts'
import { files } from './parts/files.ts'
import { history } from './parts/history.ts'
import { hour } from './parts/hour.ts'
import { interference } from './parts/interference.ts'
import { latency } from './parts/latency.ts'
import { map } from './parts/map.ts'
import { memory } from './parts/memory.ts'
import { movement } from './parts/movement.ts'
import { pages } from './parts/pages.ts'
import { past } from './parts/past.ts'
import { rest } from './parts/rest.ts'
import { rogue } from './parts/rogue.ts'
import { start } from './parts/start.ts'
import { throughput } from './parts/throughput.ts'
import { machineOf, tableOf, writeJson } from './report.ts'
import { Stage, type StageOptions } from './stage.ts'

/** In the order of execution: parts that need an idle system come first. */
const parts = {
  start: { run: start, about: 'warm start of the embedded system' },
  latency: { run: latency, about: 'one report through an idle system' },
  map: { run: map, about: 'the live map in a browser, against rebuilding everything each second' },
  desk: { run: desk, about: 'the alarm desk for a working day: what the page holds after each hour' },
  pages: { run: pages, about: 'requests, kilobytes and seconds of sign-in, home and map, on a weak network' },
  throughput: { run: throughput, about: 'reports a second, against mosquitto on the same load' },
  devices: { run: devices, about: 'the same for teltonika and gt06 over TCP' },
  connections: { run: connections, about: 'ten thousand connections over MQTT and as many over TCP, held open' },
  rogue: { run: rogue, about: 'one device at full speed, and what it costs the others' },
  hour: { run: hour, about: 'a mixed hour of a fleet in a minute' },
  alerts: { run: alerts, about: 'five thousand trackers that leave in one second, and what it costs the others' },
  memory: { run: memory, about: 'the embedded server: empty, demo and 5 000 trackers, by default and with LOW_MEMORY' },
  files: { run: files, about: 'a file of 2 GB up and down, and zips of 10 000 files and past 4 GiB' },
  history: { run: history, about: 'a month of a fleet in the table and in files: bytes an event, times of requests' },
  past: { run: past, about: 'who was in an area in a year of a fleet, and a frame of the time machine' },
  rest: { run: rest, about: 'lists over REST, with the plans of their statements' },
  boundaries: { run: boundaries, about: 'reports a second with 100 to 100 000 boundaries' },
  movement: {
    run: movement,
    about: 'trips and stops: what finding them costs, how late it is, lists and sums of a million',
  },
  eta: { run: eta, about: 'arrivals learned from trips, against the straight line, on trips that were not learned' },
  interference: { run: interference, about: 'what devices and lists wait for during each kind of long work' },
  cpd: { run: cpd, about: 'results by two presets; matrix, reports and goals of a college of a thousand people' },
}
type Name = keyof typeof parts

const help = `Usage: npm run bench -- [--quick] [--json FILE] [--profile FOLDER] [--events N] [--fleet TRACKERSxDAYS] [part …]

Measures this machine, with servers, databases and load on it, against the goals in docs/performance.md.
Compared figures come from one run, measured alternately. Your data is not touched.

Parts (all, if none is named):
${Object.entries(parts)
  .map(([name, { about }]) => `  ${name.padEnd(12)} ${about}`)
  .join('\n')}

  --quick           some four minutes instead of half an hour
  --json FILE       writes the figures there, too
  --profile FOLDER  the servers and the pages leave a CPU profile each there
  --events N        events in the database of rest; 10 000 000, with --quick 1 000 000
  --fleet 200x30    trackers and days of the parts history, at a report a minute, and past, at one each 12 minutes
  --help            this text`

const log = (text: string) => console.error(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${text}`)

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean' },
      json: { type: 'string' },
      profile: { type: 'string' },
      events: { type: 'string' },
      fleet: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const unknown = positionals.find((name) => !Object.hasOwn(parts, name))
  if (unknown) throw new RangeError(`There is no part ${unknown}. The parts are ${Object.keys(parts).join(', ')}.`)
  if (values.help) console.log(help)
  else {
    const { quick = false, profile, json } = values
    const events = values.events === undefined ? undefined : Number(values.events)
    if (events !== undefined && !(Number.isSafeInteger(events) && events > 0)) {
      throw new RangeError('--events takes a number above 0.')
    }
    await main(positionals as Name[], { quick, profile, events, fleet: fleetOf(values.fleet), log }, json)
  }
} catch (error) {
  const { code, message, stack } = error as NodeJS.ErrnoException
  console.error(error instanceof RangeError || code?.startsWith('ERR_PARSE_ARGS') ? message : stack)
  process.exitCode = 1
}

/** @throws {RangeError} for other text than `200x30` */
function fleetOf(text: string | undefined): StageOptions['fleet'] {
  if (text === undefined) return undefined
  const [, trackers, days] = /^(\d{1,5})x(\d{1,3})$/.exec(text) ?? []
  if (!Number(trackers) || !Number(days)) throw new RangeError(`--fleet: ${text} is not like 200x30.`)
  return { trackers: Number(trackers), days: Number(days) }
}

async function main(selected: Name[], options: ConstructorParameters<typeof Stage>[0], json?: string): Promise<void> {
  const machine = machineOf(loadavg()[0]!)
  const stage = new Stage(options)
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    log('stopping')
    await stage.end()
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  try {
    const rows: Row[] = []
    for (const [name, part] of Object.entries(parts)) {
      if (selected.length === 0 || selected.includes(name as Name)) rows.push(...(await part.run(stage)))
    }
    console.log(`\n${tableOf(rows)}\n`)
    for (const { notes } of rows) if (notes) console.log(`${notes}\n`)
    for (const [name, fact] of Object.entries(machine)) console.log(`${name.padEnd(11)}  ${fact}`)
    for (const missing of stage.missing) console.log(`\n${missing}`)
    if (json) writeJson(json, rows, machine)
  } catch (error) {
    // After a stop, calls to child processes fail.
    if (stopping) await new Promise(() => {})
    throw error
  } finally {
    if (!stopping) await stage.end()
  }
}
