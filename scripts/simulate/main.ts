import { parseArgs } from 'node:util'
import { ApiError } from '#api/client.ts'
import type { SignIns } from '../demo_people.ts'
import { localUrl, mqttUrlOf, OperatorError, openOperator, operatorHelp, operatorOptions } from '../operator.ts'
import type { RingfenceServer } from '../server/compose.ts'
import { type Config, readSecret, SettingError } from '../server/config.ts'
import { type Linked, makeBoundaries, makeLocations } from './boundaries.ts'
import { drive } from './drive.ts'
import { makeFleet, type Simulated } from './fleet.ts'
import { makeOffice, registerOffice } from './office.ts'
import { DEMO, type Registered, registerDemo, registerOver, registerSpare, type Spare } from './register.ts'

/**
 * Adds a demo organisation with driving trackers to a server in this process.
 *
 * @returns a spare tracker of that organisation, how people of its office sign in, and a function that ends the demo
 */
export async function startDemo(server: RingfenceServer, config: Config, print: (text: string) => void): Promise<Demo> {
  if (server.mqtt_port === null) {
    print(`No demo: ROLE is ${config.role}, and devices connect elsewhere.`)
    return { spare: null, office: null, stop: async () => {} }
  }
  const secret = readSecret(config)
  const { organisation_id, trackers } = await registerDemo(server.database.db, makeFleet(40), secret, 2)
  const url = localUrl({ ...config, http_port: server.http_port })
  const { client } = await openOperator({ config, url })
  const spare = await registerSpare(server.database.db, organisation_id, secret)
  const linked: Linked[] = trackers.map(toLinked)
  if (spare) linked.push({ id: spare.id, role: 'round' })
  // Not for all trackers of the organisation: a newcomer's own tracker is judged by their own boundaries.
  await makeBoundaries(client, organisation_id, linked)
  await makeLocations(client, organisation_id)
  const office = await registerOffice(server.database.db, organisation_id, secret)
  await makeOffice(client, { organisation_id, trackers, driver_user_id: office?.driver_id ?? null })
  if (trackers.some(({ is_new }) => is_new)) print('Adding the demo organisation, with an hour of history …')
  const mqtt_url = `mqtt://${new URL(url).hostname}:${server.mqtt_port}`
  const driven = await drive(trackers, { mqtt_url, interval_s: 2 })
  print(`${trackers.length} simulated trackers of "${DEMO}" drive about Auckland.`)
  if (trackers.some(({ past_until }) => past_until !== null)) print('Their past week is added in the background.')
  return { spare, office, stop: () => driven.stop() }
}

const help = `Usage: npm run simulate -- [options]

Drives simulated trackers about Auckland, over MQTT, against a server that is running. They belong to the organisation
"${DEMO}" where there is one (npm start -- --demo), else to your first one.

  --trackers N         how many (40)
  --interval S         seconds between two reports of a tracker (2)
  --mqtt URL           where devices connect (mqtt://localhost:MQTT_PORT)
${operatorHelp}
  --help               this text`

const options = {
  trackers: { type: 'string', default: '40' },
  interval: { type: 'string', default: '2' },
  mqtt: { type: 'string' },
  ...operatorOptions,
  help: { type: 'boolean', short: 'h' },
} as const

if (import.meta.main) {
  try {
    const { values } = parseArgs({ options })
    if (values.help) console.log(help)
    else await main(values)
  } catch (error) {
    console.error(explain(error as NodeJS.ErrnoException))
    process.exit(1)
  }
}

async function main(values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values']): Promise<void> {
  const fleet: Simulated[] = makeFleet(toNumber('trackers', values.trackers, 1, 10_000))
  const interval_s = toNumber('interval', values.interval, 0.1, 3600)
  const operator = await openOperator(values)
  const { memberships } = operator.user
  const organisation = memberships.find(({ organisation_name }) => organisation_name === DEMO) ?? memberships[0]
  if (!organisation) throw new OperatorError('You are a member of no organisation that the trackers could belong to.')
  const trackers = await registerOver(operator.client, organisation.organisation_id, fleet)
  await makeBoundaries(operator.client, organisation.organisation_id, trackers.map(toLinked))

  const mqtt_url = values.mqtt ?? mqttUrlOf(operator)
  console.log(`${trackers.length} trackers of "${organisation.organisation_name}" go to ${mqtt_url}. Ctrl-C ends it.`)
  const driven = await drive(trackers, { mqtt_url, interval_s })
  const printStatus = () =>
    console.log(`${driven.connected} of ${trackers.length} connected, ${driven.acknowledged} acknowledged`)
  setInterval(printStatus, 10_000)
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    printStatus()
    await driven.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function toLinked({ id, simulated: { role } }: Registered) {
  return { id, role }
}

function toNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (text.trim() && value >= min && value <= max) return value
  throw new OperatorError(`--${name} is "${text}": give a number from ${min} to ${max}.`)
}

function explain(error: NodeJS.ErrnoException): string {
  if (error.code?.startsWith('ERR_PARSE_ARGS')) return `${error.message.split('.')[0]}. See npm run simulate -- --help.`
  const expected = [OperatorError, SettingError, ApiError].some((kind) => error instanceof kind)
  return expected ? error.message : (error.stack ?? String(error))
}

type Demo = { spare: Spare | null; office: SignIns | null; stop(): Promise<void> }
