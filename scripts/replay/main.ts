import { parseArgs } from 'node:util'
import { ApiError, type Client } from '#api/client.ts'
import { protocols } from '#gateway/protocols/index.ts'
import { mqttUrlOf, OperatorError, openOperator, operatorHelp, operatorOptions } from '../operator.ts'
import { readConfig, SettingError } from '../server/config.ts'
import { type Device, NoReportAccepted, type PlayOptions, playTrack } from './device.ts'
import { replayFrames, UnreadableFrames } from './frames.ts'
import { showProgress } from './progress.ts'
import { toTable } from './table.ts'
import { countStored, numberOf, openTracker, type Stored } from './tracker.ts'
import { readTracks } from './tracks/index.ts'
import type { TimedPoint } from './tracks/times.ts'
import { UnreadableTrack } from './tracks/track.ts'

const help = `Usage: npm run replay -- FILE… [options]
       npm run replay -- --frames FILE --protocol NAME [--host HOST] [--port PORT]

Replays recorded tracks (.gpx or .csv, also .gz) as devices over MQTT, and counts the outcome of each report.
The same file a second time stores nothing.

  --speed N            N times as fast as it was; as fast as the server acknowledges if left out
  --longest-pause S    with --speed: seconds that a pause takes at most (10)
  --in-flight N        publishes of a device that wait for their acknowledgement (200)
  --batch N            reports in a publish, 1 to 1000 (1)
  --name NUMBER        plays all of it as the tracker with this number; otherwise each track is a tracker of its own.
                       The tracker's token is replaced: a device that uses it is locked out
  --mqtt URL           where devices connect (mqtt://localhost:MQTT_PORT)
${operatorHelp}

Or sends recorded bytes of a device over TCP, and shows what the server answers. Its tracker must be registered.

  --frames FILE        a message a line in hexadecimal, or JSON lines with "wire_hex"; any other file as it is
  --protocol NAME      the device's protocol, such as gt06
  --host HOST          where devices connect (localhost)
  --port PORT          instead of the port of the protocol (TCP_PORT_NAME)
  --help               this text`

const options = {
  speed: { type: 'string' },
  'longest-pause': { type: 'string', default: '10' },
  'in-flight': { type: 'string', default: '200' },
  batch: { type: 'string', default: '1' },
  name: { type: 'string' },
  mqtt: { type: 'string' },
  frames: { type: 'string' },
  protocol: { type: 'string' },
  host: { type: 'string', default: 'localhost' },
  port: { type: 'string' },
  ...operatorOptions,
  help: { type: 'boolean', short: 'h' },
} as const

const PARALLEL_DEVICES = 20

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.help) console.log(help)
  else if (values.frames !== undefined) process.exitCode = await sendFrames(values.frames, values)
  else if (positionals.length === 0) throw new OperatorError('Name a file: npm run replay -- FILE…')
  else process.exitCode = await main(positionals, values)
} catch (error) {
  console.error(explain(error as NodeJS.ErrnoException))
  process.exit(1)
}

async function sendFrames(path: string, { protocol, host, port }: Values): Promise<number> {
  const config = readConfig()
  const chosen = protocols.find(({ name }) => name === protocol)
  if (!chosen) {
    throw new OperatorError(
      `--protocol is ${protocol ?? 'missing'}: give one of ${protocols.map((p) => p.name).join(', ')}.`,
    )
  }
  const own = config.gateway.tcp.ports[chosen.name] || chosen.port
  return replayFrames(path, {
    host,
    port: port === undefined ? own : toNumber('port', port, 1, 65_535),
    print: console.log,
  })
}

async function main(paths: string[], values: Values): Promise<number> {
  const interrupted = new AbortController()
  const play_options = {
    in_flight: toNumber('in-flight', values['in-flight'], 1, 60_000),
    batch: toNumber('batch', values.batch, 1, 1000),
    speed: values.speed === undefined ? null : toNumber('speed', values.speed, 0.001, 1e9),
    longest_pause_s: toNumber('longest-pause', values['longest-pause'], 0, 86_400),
    signal: interrupted.signal,
  }
  const routes = await readRoutes(paths, values.name)
  const operator = await openOperator(values)
  const { client } = operator
  const mqtt_url = values.mqtt ?? mqttUrlOf(operator)

  const runs: Run[] = []
  for (const route of routes) {
    const { id, token } = await openTracker(client, route.number, route.name)
    const before = await countStored(client, id, route.points)
    runs.push({ id, before, number: route.number, token, points: route.points, count: { sent: 0, acknowledged: 0 } })
  }
  stopOnSignal(interrupted)

  const total = sum(runs, ({ points }) => points.length)
  console.log(`${total} points of ${runs.length} tracker${runs.length === 1 ? '' : 's'} go to ${mqtt_url}.`)
  const began = performance.now()
  const progress = showProgress(total, () => sum(runs, ({ count }) => count.acknowledged))
  const failures = await playAll(runs, { ...play_options, mqtt_url })
  const seconds = (performance.now() - began) / 1000
  progress.stop()

  const rows = await Promise.all(runs.map((run) => toRow(client, run)))
  const acknowledged = sum(runs, ({ count }) => count.acknowledged)
  console.log(`\n${toTable(withTotal(rows))}`)
  console.log(
    `\n${acknowledged} acknowledged in ${seconds.toFixed(1)} s: ${Math.round(acknowledged / seconds)} a second.`,
  )
  for (const failure of new Set(failures.map(explain))) console.error(failure)
  if (acknowledged < total) console.error(`${total - acknowledged} of ${total} were not acknowledged.`)
  return acknowledged < total ? 1 : 0
}

/** Reads all files; tracks with the same number belong to one device, sorted by time. */
async function readRoutes(paths: string[], number: string | undefined): Promise<Route[]> {
  const routes = new Map<string, Route>()
  for (const path of paths) {
    const { name, tracks, problems } = await readTracks(path)
    for (const { line, reason } of problems.first) console.error(`${path}, line ${line}: ${reason}.`)
    if (problems.count > 0) console.error(`${path}: ${problems.count} left out.`)
    for (const track of tracks) {
      const names = tracks.length === 1 || track.name === name ? [name] : [name, track.name]
      const key = number ?? numberOf(...names)
      const route = routes.get(key) ?? { number: key, name: number ?? names.join(' '), points: [] }
      route.points = route.points.concat(track.points)
      routes.set(key, route)
    }
  }
  for (const route of routes.values()) route.points.sort((a, b) => a.ts - b.ts)
  if (routes.size === 0) throw new UnreadableTrack(`There are no points in ${paths.join(', ')}.`)
  return [...routes.values()]
}

/** Limits parallel devices at full speed; at a given speed all devices drive in parallel. */
async function playAll(runs: Run[], options: PlayOptions): Promise<Error[]> {
  const queue = runs.values()
  const failures: Error[] = []
  const workers = Array.from({ length: options.speed === null ? PARALLEL_DEVICES : runs.length }, async () => {
    for (const run of queue) {
      if (failures.some((error) => error instanceof NoReportAccepted)) return
      await playTrack(run, options).catch((error) => failures.push(error))
    }
  })
  await Promise.all(workers)
  return failures
}

async function toRow(client: Client, { id, number, points, count, before }: Run): Promise<Row> {
  const after = await countStored(client, id, points).catch(() => null)
  const stored = after ? after.stored - before.stored : Number.NaN
  return {
    number,
    ...count,
    stored,
    outside: after ? after.outside - before.outside : Number.NaN,
    repeated: after ? after.repeated - before.repeated : Number.NaN,
    // Reports that were stored but not acknowledged before an interruption are not duplicates.
    duplicates: after ? Math.max(0, count.acknowledged - stored) : Number.NaN,
  }
}

function withTotal(rows: Row[]): (string | number)[][] {
  const columns = ['sent', 'acknowledged', 'stored', 'outside', 'repeated', 'duplicates'] as const
  const cells = (row: Row) => columns.map((column) => (Number.isNaN(row[column]) ? '?' : row[column]))
  const total = Object.fromEntries(columns.map((column) => [column, sum(rows, (row) => row[column])]))
  return [
    ['tracker', ...columns],
    ...rows.map((row) => [row.number, ...cells(row)]),
    ...(rows.length > 1 ? [['all', ...cells({ number: 'all', ...total } as Row)]] : []),
  ]
}

/** The terminal signals npm too, which forwards the signal: one key press arrives more than once. */
function stopOnSignal(interrupted: AbortController): void {
  let at = 0
  const stop = () => {
    if (at > 0 && Date.now() - at > 2000) process.exit(1)
    at ||= Date.now()
    interrupted.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function toNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (text.trim() && value >= min && value <= max) return value
  throw new OperatorError(`--${name} is "${text}": give a number from ${min} to ${max}.`)
}

function explain(error: NodeJS.ErrnoException): string {
  if (error.code?.startsWith('ERR_PARSE_ARGS')) return `${error.message.split('.')[0]}. See npm run replay -- --help.`
  const expected = [OperatorError, SettingError, UnreadableTrack, UnreadableFrames, ApiError].some(
    (kind) => error instanceof kind,
  )
  return expected ? error.message : (error.stack ?? String(error))
}

function sum<T>(items: T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']
type Route = { number: string; name: string; points: TimedPoint[] }
type Run = Device & { id: number; before: Stored }
type Row = { number: string; sent: number; acknowledged: number; duplicates: number } & Stored
