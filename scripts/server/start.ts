import { flushCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { isLocalUrl } from '#api/http/addresses/this_machine.ts'
import { linksTo } from '#messages/links.ts'
import type { SignIns } from '../demo_people.ts'
import type { RingfenceServer } from './compose.ts'
import { type Config, readConfig, readSecret } from './config.ts'
import { allSettings } from './settings.ts'
import { settingsHelp } from './settings_page.ts'
import { makeLog, openStore } from './store.ts'

const help = `Usage: npm start -- [--demo]

Starts Ringfence: devices, people and the live map in one process.

  --demo    adds a demo organisation with 40 simulated trackers that drive about Auckland, a demo college for
            professional development, and a demo club with members and invoices
  --help    this text

Settings come from the environment; docs/settings.md has more about them.

${settingsHelp()}`

const print = (text: string) => console.log(text)
/** When the command began: `npm start` may install and build before this process starts. */
const began = Number(process.env.RINGFENCE_BEGAN) || performance.timeOrigin

try {
  const { values } = parseArgs({ options: { demo: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } })
  if (values.help) print(help)
  else await main(readConfig(), values.demo ?? false)
} catch (error) {
  console.error(explain(error as NodeJS.ErrnoException))
  process.exit(1)
}

async function main(config: Config, withDemo: boolean): Promise<void> {
  // V8's baseline compiler alone: the code of the optimising one, and its work, take most of the memory above 400 MB.
  // What the first flag implies on a command line is set here by name.
  if (config.low_memory) {
    for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)
  }
  const started = Promise.withResolvers<RingfenceServer>()
  // Handled from here on, as SIGHUP without a handler ends the process, also while it starts.
  if (config.gateway.tls) process.on('SIGHUP', async () => (await started.promise).gateway.certificate?.reload())
  const log = makeLog(config)
  // Before the database: a damaged secret is named, whatever else is wrong.
  readSecret(config)
  const store = await openStore(config, { print, log })
  const { startServer } = await import('./compose.ts')
  const server = await startServer(config, { print, log, store, demo: withDemo })
  started.resolve(server)
  const demo = withDemo ? await (await import('../simulate/main.ts')).startDemo(server, config, print) : null
  const college = withDemo ? await (await import('../college/main.ts')).startCollege(server, config, print) : null
  const club = withDemo ? await (await import('../club/main.ts')).startClub(server, config, print) : null
  // Where the administrator is a newcomer who tries it, not at each start of an installation in use.
  const link = server.seeded || demo?.spare ? await signInLink(server, config) : null
  print(welcome(server, config, { tracker: demo?.spare ?? null, link, office: demo?.office ?? null, college, club }))
  // For the next start: V8 writes the cache only when a process ends normally.
  flushCompileCache()

  let stopping = 0
  const stop = async () => {
    // The terminal signals npm too, which forwards the signal: one key press arrives more than once.
    if (stopping > 0) {
      if (Date.now() - stopping > 2_000) process.exit(1)
      return
    }
    stopping = Date.now()
    print('\nStopping: no new reports are accepted, pending ones are committed …')
    setTimeout(() => {
      console.error('Not everything had ended after ten seconds. Uncommitted reports were not acknowledged.')
      process.exit(1)
    }, STOP_MS).unref()
    try {
      await demo?.stop()
      await server.stop()
      print('Stopped.')
      process.exit(0)
    } catch (error) {
      console.error(explain(error as Error))
      process.exit(1)
    }
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** Timeout of a stop, even if something is still open. */
const STOP_MS = 10_000

/** The address and the sign-in stand last: they are what a newcomer looks for. */
function welcome(server: RingfenceServer, config: Config, { tracker, link, office, college, club }: Newcomer): string {
  const { mqtt_port, gateway, seeded, database } = server
  const url = publicUrl(server, config)
  const { tcp_ports, osmand_port } = gateway
  const ports = { ...(mqtt_port && { MQTT: mqtt_port }), ...(osmand_port && { OsmAnd: osmand_port }), ...tcp_ports }
  const password = seeded?.password_was_made
    ? `password ${seeded.password}   (shown at this start only)`
    : 'with its password'
  const blocks = [
    [
      `  Database   ${database.kind === 'embedded' ? `embedded, in ${config.data_dir}` : 'PostgreSQL'}`,
      listed(ports) ? `  Devices    ${listed(ports)}` : null,
      config.smtp_url
        ? `  Mails      from ${config.mail_from} by ${new URL(config.smtp_url).host}`
        : `  Mails      are not sent, since SMTP_URL is not set: read them at ${linksTo(url).outbox()}`,
      `  API        ${url}/api/docs`,
    ],
    tracker
      ? [
          `  Send a position of "${tracker.name}", and find it on the map by that name:`,
          '',
          ...sendingLines(tracker, { url, mqtt_port }),
        ]
      : [],
    [
      office && signInLine('Fleet', office),
      college && signInLine('College', college),
      club && signInLine('Club', club),
    ].filter((line) => line !== null),
    [`  Ringfence is ready after ${((Date.now() - began) / 1000).toFixed(1)} s.`],
    [
      `  Open       ${url}`,
      `  Sign in    ${config.admin_email}   ${password}`,
      link ? `  or open    ${link}\n             which signs you in once, on this machine, within ten minutes` : null,
    ],
  ]
  const lines = blocks
    .filter((block) => block.length > 0)
    .flatMap((block) => ['', ...block.filter((line) => line !== null)])
  return [...lines, ''].join('\n')
}

function publicUrl({ http_port }: RingfenceServer, { public_url }: Config): string {
  return public_url.replace(/:0$/, `:${http_port}`)
}

/**
 * A link for the administrator who has just started it on their own machine. None behind a proxy, where a browser on
 * this machine could not use it.
 */
async function signInLink(server: RingfenceServer, config: Config): Promise<string | null> {
  const url = publicUrl(server, config)
  const is_own = isLocalUrl(url) && config.api.trust_proxy.length === 0 && config.role !== 'gateway'
  if (!is_own || !config.sign_in_link) return null
  const token = await server.makeSignInLink()
  return token && linksTo(url).signIn(token)
}

function listed(ports: Record<string, number>): string {
  return Object.entries(ports)
    .map(([name, port]) => `${name} ${port}`)
    .join(', ')
}

function sendingLines({ number, token }: Tracker, { url, mqtt_port }: Addresses): string[] {
  const curl = `curl '${url}/gateway/osmand?id=${number}&token=${token}&lat=-36.8485&lon=174.7633'`
  if (!mqtt_port) return [curl]
  const topic = `trackers/${number}/position`
  const message = '{"lat":-36.8485,"lon":174.7633}'
  return [
    curl,
    '',
    `mosquitto_pub -h localhost -p ${mqtt_port} -u ${number} -P ${token} -q 1 -t ${topic} -m '${message}'`,
  ]
}

function signInLine(demo: string, { password, people }: SignIns): string {
  const names = people.map(({ username, part }) => `${username} (${part})`)
  const more = names.length > 2 ? ' and others' : ''
  return `  ${demo.padEnd(10)} ${names.slice(0, 2).join(', ')}${more}; password ${password}`
}

type Tracker = { name: string; number: string; token: string }
type Newcomer = {
  tracker: Tracker | null
  link: string | null
  office: SignIns | null
  college: SignIns | null
  club: SignIns | null
}
type Addresses = { url: string; mqtt_port: number | null }

function settingOfPort(port: number | undefined): string {
  const named = Object.entries(allSettings).find(
    ([name, { default: initial }]) =>
      /^(HTTP|MQTTS?|OSMAND|TCP)_PORT/.test(name) && (process.env[name] || initial) === String(port),
  )
  return named?.[0] ?? 'HTTP_PORT or MQTT_PORT'
}

/** One sentence for expected errors; a stack for all others. */
function explain(error: NodeJS.ErrnoException & { port?: number }): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${error.port} is in use: stop the program that uses it, or set ${settingOfPort(error.port)} to another.`
  }
  if (error.code === 'EACCES' && error.port)
    return `Port ${error.port} may not be opened by this user: set another port.`
  if (error.code === 'EADDRNOTAVAIL') return 'HOST is not an address of this machine: set another.'
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `${error.message.split('.')[0]}. See npm start -- --help.`
  // Corrupted data or index, or a missing file: PostgreSQL's message names the table.
  if (/^(XX00[12]|58P01)$/.test(error.code ?? ''))
    return `The database is damaged (${error.message}): restore a backup of it.`
  return /^(Setting|Operator|)Error$/.test(error.name) && !error.code ? error.message : (error.stack ?? String(error))
}
