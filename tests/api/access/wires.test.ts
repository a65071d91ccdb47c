import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import mqtt, { type MqttClient } from 'mqtt'
import { beforeAll, describe, expect, it } from 'vitest'
import { liveRooms } from '#db/live_rooms.ts'
import { connectLive, type LiveSocket, type Network, startTracker } from '../../network.ts'
import { makeOrganisation, makePerson, type Organisation, PASSWORD, type Person } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'
import { clients, rooms, topics } from './wires.table.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
let colleague: Person
const numbers = { mine: 'the-users', same: 'nobodys', other: 'theirs' }
const tokens: Record<string, string> = {}

beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  colleague = await makePerson(network, 'colleague', ours.id, 'User')
  for (const [number, settings] of [
    [numbers.mine, { organisation_id: ours.id, owner_user_id: ours.user.id }],
    [numbers.same, { organisation_id: ours.id }],
    [numbers.other, { organisation_id: theirs.id }],
  ] as const) {
    const device = await startTracker(network, number, settings)
    tokens[number] = device.token
    await device.stop()
  }
})

const source = (folder: string, names: RegExp) =>
  readdirSync(join(import.meta.dirname, '../../../gateway', folder))
    .filter((name) => names.test(name))
    .map((name) => readFileSync(join(import.meta.dirname, '../../../gateway', folder, name), 'utf8'))
    .join('\n')

describe('a room of the live map', () => {
  it('has a line for every room, and no other lines', () => {
    const { everybody: _, alertsOnly: __, ...named } = liveRooms
    const names = Object.values<(...ids: never[]) => string>(named).map((room) => room('<>' as never, '<>' as never))
    expect(names.sort()).toEqual(Object.keys(rooms).sort())
  })

  it.each(Object.entries(rooms))('%s: %s', async (kind, line) => {
    const letters: string[][] = [[], [], [], [], [], []]
    for (const owner of [ours.user, colleague, theirs.user]) {
      const organisation_id = owner === theirs.user ? theirs.id : ours.id
      const ids = kind.startsWith('organisation') ? [organisation_id, owner.id] : [await idOf(kind, owner)]
      const room = kind.replaceAll('<>', () => String(ids.shift()))
      const sockets = await connectAll(organisation_id)
      network.server.gateway.live.close(room)
      // Clients that connect after the close receive later events.
      ;(await connectLive(network)).stop()
      for (const [i, live] of sockets.entries()) {
        letters[i]!.push(live === null ? (i === 0 ? 'S' : 'x') : live.socket.connected ? 'x' : 'Y')
        live?.stop()
      }
    }
    expect(letters.map((cell) => cell.join('')).join(' ')).toBe(line.replace(/ +/g, ' '))
  })
})

/** Clients in the order of the table; null for refused ones. */
function connectAll(organisation_id: number): Promise<(LiveSocket | null)[]> {
  const { user, staff, customer, administrator } = ours
  const people = [
    {},
    ...[user, staff, customer, administrator].map(({ token }) => ({ token })),
    { token: network.token },
  ]
  return Promise.all(people.map((auth) => connectLive(network, { ...auth, organisation_id }).catch(() => null)))
}

async function idOf(kind: string, { id }: Person): Promise<number> {
  if (kind !== 'session:<>') return id
  const session = await network.db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', id)
    .where('impersonator_user_id', 'is', null)
    .executeTakeFirstOrThrow()
  return session.id
}

describe('a topic', () => {
  it('has a line for every topic', () => {
    const code = source('transports/mqtt', /\.ts$/)
    const below = [...code.matchAll(/\btopic [!=]== '(\w+)'/g)].map(([, word]) => `publish trackers/<n>/${word}`)
    const spaces = [...code.matchAll(/[`'](\w+)\/(?:\$\{[^}]*\}\/[`']|')/g)].map(([, word]) => word!)
    expect(below.length).toBeGreaterThan(1)
    expect(Object.keys(topics)).toEqual(expect.arrayContaining(below))
    for (const space of new Set(spaces)) {
      for (const verb of ['publish', 'subscribe']) {
        expect(Object.keys(topics).filter((line) => line.startsWith(`${verb} ${space}/`))).not.toEqual([])
      }
    }
  })

  it.each(Object.entries(topics))('%s: %s', async (action, line) => {
    const [verb, pattern] = action.split(' ') as ['publish' | 'subscribe', string]
    const topic = pattern.replace('<n>', numbers.mine)
    const letters: string[] = []
    for (const name of clients) {
      const client = await signIn(name)
      if (!client) letters.push('S')
      else letters.push((await (verb === 'publish' ? publish(client, topic) : subscribe(client, topic))) ? 'Y' : 'N')
      client?.end(true)
    }
    expect(letters.join(' ')).toBe(line.replace(/ +/g, ' '))
  })
})

const identities: Record<(typeof clients)[number], () => { username?: string; password?: string }> = {
  anonymous: () => ({}),
  'the User': () => ({ username: ours.user.username, password: PASSWORD }),
  'an administrator': () => ({ username: numbers.mine, password: ours.administrator.token }),
  'the User’s tracker': () => ({ username: numbers.mine, password: tokens[numbers.mine]! }),
  'a tracker of the same organisation': () => ({ username: numbers.same, password: tokens[numbers.same]! }),
  'another organisation’s tracker': () => ({ username: numbers.other, password: tokens[numbers.other]! }),
}

const signIn = (name: (typeof clients)[number]): Promise<MqttClient | null> =>
  mqtt
    .connectAsync(`mqtt://127.0.0.1:${network.server.mqtt_port}`, { ...identities[name](), reconnectPeriod: 0 })
    .catch(() => null)

const payloads: [RegExp, string][] = [
  [/status$/, 'online'],
  [/^owntracks/, '{"_type":"location","lat":1,"lon":2,"tst":1790000000}'],
  [/./, '{"lat":1,"lon":2}'],
]

function publish(client: MqttClient, topic: string): Promise<boolean> {
  const [, payload] = payloads.find(([pattern]) => pattern.test(topic))!
  const closed = new Promise<boolean>((resolve) => client.once('close', () => resolve(false)))
  const taken = client.publishAsync(topic, payload, { qos: 1 }).then(
    () => true,
    () => false,
  )
  return Promise.race([taken, closed])
}

const subscribe = (client: MqttClient, topic: string): Promise<boolean> =>
  client.subscribeAsync(topic).then(
    ([granted]) => granted !== undefined && granted.qos < 128,
    () => false,
  )
