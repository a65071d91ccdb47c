import { parseArgs } from 'node:util'
import { localUrl, OperatorError } from '../operator.ts'
import { readConfig, SettingError } from '../server/config.ts'
import { TraccarDatabase } from './traccar/database.ts'
import { importTraccar, type TraccarImport } from './traccar/run.ts'

const help = `Usage: npm run import -- traccar URL [options]

Brings what a running Traccar has along: groups, devices, geofences, drivers, maintenance, and the positions, which are
marked as imported and raise no alerts. Run it again at any time: it continues where it stopped, and doubles nothing.
docs/connect/traccar.md says what is not brought along.

  URL                  of Traccar's web page, such as https://gps.example.com, or of its database, which needs no
                       token: postgresql://USER:PASSWORD@HOST/traccar or mysql://… (TRACCAR_URL)
  --token TOKEN        of Traccar: Settings, Preferences, Token (TRACCAR_TOKEN)
  --all                reads what all users of Traccar have; the token is one of its administrators
  --to URL             this Ringfence (RINGFENCE_URL, else http://localhost:HTTP_PORT)
  --key KEY            of an administrator here: Settings, API keys, with the scopes read, write and devices
                       (RINGFENCE_KEY)
  --organisation N     refuses a key of another organisation
  --dry-run            says what would be brought along and what would be left out; writes nothing
  --devices A,B        only these, by identifier or name
  --from DATE          positions from this day on, UTC (2010-01-01)
  --until DATE         positions before this day (15 minutes ago)
  --no-positions       all but the positions
  --again              reads all positions again, also those of days that are here
  --invite-users       invites users by e-mail, as members who see their own trackers; the key needs the scope admin
  --state FILE         where it notes how far it is (data/imports/traccar-HOST-N.json)
  --help               this text`

const options = {
  token: { type: 'string' },
  all: { type: 'boolean', default: false },
  to: { type: 'string' },
  key: { type: 'string' },
  organisation: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  devices: { type: 'string' },
  from: { type: 'string', default: '2010-01-01' },
  until: { type: 'string' },
  'no-positions': { type: 'boolean', default: false },
  again: { type: 'boolean', default: false },
  'invite-users': { type: 'boolean', default: false },
  state: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Newer positions are for the devices themselves to report. */
const NEWS_MS = 15 * 60_000

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.help) console.log(help)
  else await importTraccar(requestOf(positionals, values))
} catch (error) {
  console.error(explain(error as NodeJS.ErrnoException))
  process.exitCode = 1
}

function requestOf([source, url = process.env.TRACCAR_URL, ...more]: string[], values: Values): TraccarImport {
  if (source !== 'traccar') throw new OperatorError(`Say from where: npm run import -- traccar URL. See --help.`)
  if (!url || more.length > 0) throw new OperatorError('Give one address of Traccar: npm run import -- traccar URL.')
  const token = values.token ?? process.env.TRACCAR_TOKEN ?? (TraccarDatabase.isFor(url) ? '' : undefined)
  if (token === undefined) throw new OperatorError('Give a token of Traccar: --token, or TRACCAR_TOKEN.')
  const key = values.key ?? process.env.RINGFENCE_KEY
  if (!key) throw new OperatorError('Give an API key of this Ringfence: --key, or RINGFENCE_KEY. See --help.')
  const until = Math.min(
    values.until === undefined ? Number.POSITIVE_INFINITY : dayOf('until', values.until),
    Date.now() - NEWS_MS,
  )
  const from = dayOf('from', values.from)
  if (from >= until) throw new OperatorError('--from is not before --until, or in the future.')
  return {
    url,
    token,
    key,
    to: values.to ?? (process.env.RINGFENCE_URL || localUrl(readConfig())),
    ...(values.organisation !== undefined && { organisation: idOf(values.organisation) }),
    ...(values.state !== undefined && { state: values.state }),
    dry_run: values['dry-run'],
    only: values.devices === undefined ? null : namesOf(values.devices),
    from,
    until,
    again: values.again,
    all: values.all,
    skip_positions: values['no-positions'],
    invite_users: values['invite-users'],
    signal: stopOnSignal(),
    print: console.log,
  }
}

function namesOf(text: string): string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  if (names.length === 0) throw new OperatorError('--devices is empty: give identifiers or names, with commas between.')
  return names
}

function idOf(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new OperatorError(`--organisation is "${text}": give its id, a number.`)
}

function dayOf(name: string, text: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at)) throw new OperatorError(`--${name} is "${text}": give a day such as 2024-03-31.`)
  return at
}

/** The terminal signals npm too, which forwards the signal: one key press arrives more than once. */
function stopOnSignal(): AbortSignal {
  const interrupted = new AbortController()
  let at = 0
  const stop = () => {
    if (at > 0 && Date.now() - at > 2000) process.exit(1)
    at ||= Date.now()
    interrupted.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return interrupted.signal
}

function explain(error: NodeJS.ErrnoException): string {
  if (error.code?.startsWith('ERR_PARSE_ARGS')) return `${error.message.split('.')[0]}. See npm run import -- --help.`
  if (error instanceof OperatorError || error instanceof SettingError) return error.message
  return error.stack ?? error.message
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values']
