import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { makeKey, makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
let key: string
const clients: MqttClient[] = []

beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'mesh-ours')
  theirs = await makeOrganisation(network, 'mesh-theirs')
  key = await makeKey(ours.administrator, { organisation_id: ours.id, scopes: ['devices'] })
})
afterAll(() => Promise.all(clients.map((client) => client.endAsync(true))))

const NODE = 0xa1b20000
let nodes = 0
async function register(organisation = ours, transports = ['meshtastic']) {
  const node = NODE + ++nodes
  const number = `!${node.toString(16)}`
  const { data } = await network.admin.create('tracker', { number, organisation_id: organisation.id, transports })
  return { id: data.id, node, number, token: String(data.device_token) }
}

async function gateway(options: IClientOptions) {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${network.server.mqtt_port}`, {
    reconnectPeriod: 0,
    ...options,
  })
  clients.push(client)
  return client
}

let packets = 0
const position = (node: number, more: object = {}) => ({
  from: node,
  id: ++packets,
  sender: '!da5ed0a0',
  type: 'position',
  timestamp: Math.floor(Date.now() / 1000),
  payload: { latitude_i: -368_485_000, longitude_i: 1_747_633_000, altitude: packets },
  ...more,
})
const say = (client: MqttClient, packet: object | string, topic = 'msh/NZ/2/json/LongFast/!da5ed0a0') =>
  client.publishAsync(topic, typeof packet === 'string' ? packet : JSON.stringify(packet), { qos: 1, retain: true })

const eventsOf = async (tracker_id: number) =>
  (await network.admin.list('trackerevent', { tracker_id, sort: 'id' })).data.filter(({ event }) => event !== 'online')

it('stores what a gateway node passes on for the trackers of its key, each packet once', async () => {
  const [dog, hut, other] = [await register(), await register(), await register(theirs)]
  const client = await gateway({ username: 'mesh', password: key })
  const first = position(dog.node)
  await say(client, first)
  await say(client, { ...first, sender: '!0a0b0c0d' }, 'msh/NZ/Auckland/2/json/LongFast/!0a0b0c0d')
  await say(client, position(other.node))
  await say(client, 'not JSON')
  await say(client, 'protobuf', 'msh/NZ/2/e/LongFast/!da5ed0a0')
  await say(client, { ...position(hut.node), type: 'telemetry', payload: { battery_level: 71, voltage: 3.9 } })
  expect(await eventsOf(dog.id)).toMatchObject([{ position: { coordinates: [174.7633, -36.8485] } }])
  expect(await eventsOf(hut.id)).toMatchObject([{ position: null, attributes: { battery: 71, battery_volts: 3.9 } }])
  expect(await eventsOf(other.id)).toEqual([])
  expect((await network.admin.list('unknowndevice', { search: other.number })).info.total).toBe(0)
})

it('passes nothing on to others, and takes no topics of trackers', async () => {
  const dog = await register()
  const [client, listener] = [
    await gateway({ username: 'a', password: key }),
    await gateway({ password: key, username: 'b' }),
  ]
  const heard: string[] = []
  listener.on('message', (topic) => void heard.push(topic))
  await listener.subscribeAsync('msh/#').catch(() => {})
  await say(client, position(dog.node))
  expect(heard).toEqual([])
  const closed = new Promise((resolve) => client.once('close', () => resolve('closed')))
  client.publish(`trackers/${dog.number}/position`, '{"lat": 1, "lon": 2}', { qos: 0 })
  expect(await closed).toBe('closed')
  expect(await eventsOf(dog.id)).toHaveLength(1)
})

it('takes the device token of a node for this one alone', async () => {
  const [own, other] = [await register(), await register()]
  const client = await gateway({ username: own.number.toUpperCase(), password: own.token })
  await say(client, position(other.node))
  await say(client, position(own.node))
  expect(await eventsOf(own.id)).toHaveLength(1)
  expect(await eventsOf(other.id)).toEqual([])
})

it('lists a node whose tracker may not report by Meshtastic', async () => {
  const dog = await register(ours, ['mqtt'])
  const client = await gateway({ username: 'mesh', password: key })
  await say(client, position(dog.node))
  const listed = async () => (await network.admin.list('unknowndevice', { search: dog.number })).data
  await expect.poll(listed).toMatchObject([{ protocol: 'meshtastic' }])
  expect(await eventsOf(dog.id)).toEqual([])
})

it('refuses keys that are made up, without the scope, or ended, also while connected', async () => {
  const dog = await register()
  const reads = await makeKey(ours.administrator, { organisation_id: ours.id, scopes: ['read'] })
  for (const password of [reads, 'rf_madeup']) {
    await expect(gateway({ username: 'mesh', password })).rejects.toThrow(/not authorized|bad user/i)
  }
  const { data: made } = await ours.administrator.client.create('apikey', {
    name: 'ends',
    organisation_id: ours.id,
    scopes: ['devices'],
  })
  const client = await gateway({ username: 'mesh', password: String(made.key) })
  await say(client, position(dog.node))
  await ours.administrator.client.remove('apikey', made.id)
  const closed = new Promise((resolve) => client.once('close', () => resolve('closed')))
  client.publish('msh/NZ/2/json/LongFast/!da5ed0a0', JSON.stringify(position(dog.node)), { qos: 0 })
  expect(await closed).toBe('closed')
  expect(await eventsOf(dog.id)).toHaveLength(1)
})
