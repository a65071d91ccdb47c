import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { box, copyTemplate } from '../network.ts'
import { makeProcess, type ServerProcess } from '../process.ts'
import { type HttpFake, startHttp } from './fakes.ts'

/** More with `KILL_ROUNDS`, as in `tests/files/kill.test.ts`. */
const KILLS = Number(process.env.KILL_ROUNDS ?? 2)

let server: ServerProcess
let database: Awaited<ReturnType<typeof copyTemplate>> | null = null
let gateway: HttpFake
/** Counts accepted SMS by text. While the provider does not answer, none is accepted. */
const taken = new Map<string, number>()
let on_sms = () => {}
let is_answering = true

beforeAll(async () => {
  gateway = await startHttp(({ body }) => {
    const { text } = JSON.parse(body) as { text: string }
    on_sms()
    if (!is_answering) return null
    taken.set(text, (taken.get(text) ?? 0) + 1)
    return { status: 200, body: { id: String(taken.size) } }
  })
  if (process.env.DATABASE === 'server') database = await copyTemplate()
  server = await makeProcess({
    ...(database && { DATABASE_URL: database.url }),
    SMS_URL: `http://127.0.0.1:${gateway.port}/sms`,
    QUOTAS: 'alerts_per_hour=1000',
  })
  await server.start()
})
afterAll(async () => {
  await server.end('SIGKILL')
  await database?.drop()
  await gateway.stop()
  server.remove()
})

it(`delivers every message, none twice, though the server is killed ${KILLS} times between alert and delivery`, async () => {
  const admin = await server.admin()
  await admin.create('boundary', { name: 'Depot', geometry: box(174, -37, 175, -36) })
  await admin.call('POST', 'userconfig/save', {
    alert_tracker_email: false,
    alert_tracker_sms: true,
    phone_recipients: '021 555 123',
  })
  await admin.call('POST', 'organisationconfig/save', { alerts_per_hour: 1000 })
  await expect.poll(() => taken.size).toBe(1)
  const [question] = taken.keys()
  const path = /\/app\/confirm\?token=\S+/.exec(question!)![0]
  await fetch(server.url + path, { method: 'POST', body: new URLSearchParams({ action: 'agree' }) })
  taken.clear()
  for (let kill = 0; kill < KILLS; kill++) {
    const { data } = await (await server.admin()).create('tracker', { number: `killed-${kill}` })
    const client = await mqtt.connectAsync(server.mqtt_url, {
      username: data.number,
      password: data.device_token as string,
      reconnectPeriod: 0,
    })
    client.on('error', () => {})
    const report = (lon: number) =>
      client.publishAsync(`trackers/${data.number}/position`, JSON.stringify({ lat: -36.5, lon }), { qos: 1 })
    await report(174.5)
    // Alternates between a kill after the acknowledgement and one during the provider's request, which is never
    // answered before the end.
    const requested = new Promise<void>((resolve) => {
      on_sms = resolve
    })
    is_answering = false
    await report(176)
    if (kill % 2 === 1) await requested
    await server.end('SIGKILL')
    client.end(true)
    on_sms = () => {}
    is_answering = true
    await server.start()
  }
  await expect.poll(() => taken.size, { timeout: 60_000 }).toBe(KILLS)
  const again = await server.admin()
  await expect
    .poll(async () => (await again.list('message', { kind: 'alert', limit: 100 })).data.map(({ state }) => state), {
      timeout: 60_000,
    })
    .toEqual(Array(KILLS).fill('sent'))
  const twice = [...taken].filter(([, count]) => count > 1)
  expect(twice).toEqual([])
}, 400_000)
