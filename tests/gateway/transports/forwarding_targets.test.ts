import { createServer, type Server, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpFake, startHttp } from '../../messaging/fakes.ts'
import { type Device, type Network, startNetwork, startTracker } from '../../network.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'

let network: Network
let ours: Organisation
let ute: Device
let broker: Broker
let http: HttpFake
let status = 200

beforeAll(async () => {
  network = await startNetwork({ WEBHOOK_PRIVATE: 'on' })
  ours = await makeOrganisation(network, 'ours')
  ute = await startTracker(network, 'ute-1', { organisation_id: ours.id, name: 'Ute' })
  broker = await startBroker()
  http = await startHttp(() => ({ status }))
})
afterAll(async () => {
  await ute?.stop()
  await broker?.stop()
  await http?.stop()
  await network?.stop()
})

const admin = () => ours.administrator.client
const make = async (body: object) =>
  (await admin().create('reportforward', { name: 'To', organisation_id: ours.id, ...body } as never)).data.id as number
const read = async (id: number) => (await admin().read('reportforward', id)).data
const off = (id: number) => admin().update('reportforward', { id, active: false })
const sendAll = () => network.server.gateway.forwards.drain()
const retryNow = () => network.db.updateTable('report_forward').set({ retry_at: null }).execute()
const at = (second: number, more: object = {}) =>
  ute.report({ lat: -36.5, lon: 174.75, ts: new Date(Date.UTC(2026, 10, 20, 1, 0, second)).toISOString(), ...more })

type Broker = {
  port: number
  topics: Map<string, string>
  all: { topic: string; body: Record<string, never> }[]
  leave(): Promise<void>
  come(): Promise<void>
  stop(): Promise<void>
}

/** A broker of an organisation, which asks for a password, and what a subscriber over the wire has received. */
async function startBroker(): Promise<Broker> {
  const aedes = await Aedes.createBroker()
  aedes.authenticate = (_client, username, password, done) =>
    done(null, username === 'kea' && String(password) === 'seven')
  const sockets = new Set<Socket>()
  let server: Server
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server = createServer((socket) => {
        sockets.add(socket)
        aedes.handle(socket)
      }).listen(port, '127.0.0.1', resolve)
    })
  await listen(0)
  const { port } = server!.address() as { port: number }
  const topics = new Map<string, string>()
  const all: Broker['all'] = []
  const options = { username: 'kea', password: 'seven', clientId: 'home', clean: false, reconnectPeriod: 50 }
  const subscriber = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, options)
  subscriber.on('message', (topic, payload) => {
    topics.set(topic, String(payload))
    all.push({ topic, body: JSON.parse(String(payload)) })
  })
  await subscriber.subscribeAsync('#', { qos: 1 })
  const leave = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    await closed
  }
  return {
    port,
    topics,
    all,
    leave,
    come: () => listen(port),
    async stop() {
      await subscriber.endAsync(true)
      await leave()
      await new Promise<void>((resolve) => aedes.close(resolve))
    },
  }
}

it('a broker that goes away and comes back gets every report once, in order', async () => {
  const id = await make({ protocol: 'mqtt', host: '127.0.0.1', port: broker.port, username: 'kea', password: 'wrong' })
  await at(1)
  await sendAll()
  expect(await read(id)).toMatchObject({ waiting: 1, last_error: expect.stringContaining('Not authorized') })
  await admin().update('reportforward', { id, password: 'seven' })
  await sendAll()
  await broker.leave()
  for (let second = 2; second <= 5; second++) await at(second)
  await sendAll()
  expect(await read(id)).toMatchObject({ sent: 1, waiting: 4 })
  await broker.come()
  await retryNow()
  await sendAll()
  expect(await read(id)).toMatchObject({ sent: 5, waiting: 0, last_error: null, failures: 0 })
  const topic = `ringfence/${ours.id}/ute-1`
  const received = () => broker.all.filter((one) => one.topic === topic).map(({ body }) => body.fix_at)
  await expect.poll(received).toEqual([1, 2, 3, 4, 5].map((s) => `2026-11-20T01:00:0${s}.000Z`))
  expect(JSON.parse(broker.topics.get(topic)!)).toMatchObject({
    tracker: { id: ute.id, number: 'ute-1', name: 'Ute' },
    position: { type: 'Point', coordinates: [174.75, -36.5] },
  })
  await off(id)
})

it('Home Assistant discovers a tracker, and sees where it is now', async () => {
  const signed_in = { username: 'kea', password: 'seven', port: broker.port }
  const id = await make({ preset: 'home_assistant', host: '127.0.0.1', ...signed_in })
  expect(await read(id)).toMatchObject({ protocol: 'mqtt', topic: 'ringfence', format: 'home_assistant' })
  await at(20, { battery: 80, speed: 10 })
  // Late, and over.
  await at(19, { lat: -40 })
  await sendAll()
  const topic = (name: string) => `ringfence/${ute.id}/${name}`
  await expect.poll(() => broker.topics.has(topic('state'))).toBe(true)
  expect(JSON.parse(broker.topics.get(topic('attributes'))!)).toMatchObject({ latitude: -36.5, longitude: 174.75 })
  expect(JSON.parse(broker.topics.get(topic('state'))!)).toMatchObject({ moving: true, battery: 80, speed: 36 })
  const config = JSON.parse(broker.topics.get(`homeassistant/device/ringfence_${ute.id}/config`)!)
  expect(config).toMatchObject({ dev: { name: 'Ute' }, cmps: { position: { p: 'device_tracker' } } })
  expect(await read(id)).toMatchObject({ sent: 2, waiting: 0 })
  await off(id)
})

it('over HTTP many reports go in one request, again until they are taken, with the token', async () => {
  const url = `http://127.0.0.1:${http.port}/reports`
  const id = await make({ protocol: 'http', url, password: 'kea 7' })
  status = 503
  for (let second = 30; second < 33; second++) await at(second)
  await sendAll()
  expect(await read(id)).toMatchObject({ waiting: 3, last_error: 'it answered 503' })
  status = 200
  await retryNow()
  await sendAll()
  const { headers, body } = http.all.at(-1)!
  expect(headers.authorization).toBe('Bearer kea 7')
  expect(JSON.parse(body)).toMatchObject({ organisation_id: ours.id, tracker: { number: 'ute-1' } })
  expect(JSON.parse(body).reports).toHaveLength(3)
  expect(await read(id)).toMatchObject({ sent: 3, waiting: 0 })
  const elsewhere = `http://127.0.0.1:${http.port + 1}/`
  await expect(admin().update('reportforward', { id, url: elsewhere })).rejects.toMatchObject({ field: 'password' })
  await off(id)
})

it('a preset fills in what a Traccar server needs', async () => {
  http.all.length = 0
  const id = await make({ preset: 'traccar', host: '127.0.0.1', port: http.port })
  expect(await read(id)).toMatchObject({ protocol: 'http', format: 'osmand', url: `http://127.0.0.1:${http.port}/` })
  await at(40)
  await sendAll()
  expect(http.all.map(({ body }) => new URLSearchParams(body).get('id'))).toEqual(['ute-1'])
  await off(id)
})

it.each([
  [{ protocol: 'mqtt' }, 'host'],
  [{ protocol: 'mqtt', host: 'broker.example.com', topic: 'a/#' }, 'topic'],
  [{ protocol: 'mqtt', host: 'broker.example.com', topic: 'a/{name}' }, 'topic'],
  [{ protocol: 'mqtt', host: 'broker.example.com', format: 'osmand' }, 'format'],
  [{ protocol: 'http', host: 'example.com' }, 'url'],
  [{ protocol: 'http', url: 'https://a:b@example.com/' }, 'url'],
  [{ protocol: 'wialon', preset: 'traccar', host: 'example.com' }, 'protocol'],
  [{ host: 'gps.example.com' }, 'port'],
])('refuses %j, and names the field', async (body, field) => {
  await expect(make(body)).rejects.toMatchObject({ status: 400, field })
})
