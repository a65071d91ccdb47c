import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../scripts/server/config.ts'
import { startDemo } from '../../scripts/simulate/main.ts'
import { ADMIN, box, type Network, startNetwork, startTracker } from '../network.ts'

let network: Network
let demo: Awaited<ReturnType<typeof startDemo>>
let organisation_id: number
beforeAll(async () => {
  network = await startNetwork({}, { demo: true })
  const config = readConfig({ DATA_DIR: network.data_dir, HOST: '127.0.0.1', HTTP_PORT: '0' })
  demo = await startDemo(network.server, config, () => {})
  const { data } = await network.admin.list('organisation', { search: 'Ringfence demo' })
  organisation_id = data[0]!.id
})
afterAll(async () => {
  await demo.stop()
  await network.stop()
})

const mailsAbout = async (search: string) =>
  (await network.admin.list('outboxmail', { search, limit: 1000 })).data.filter((m) => m.recipient === ADMIN.email)

it('is named as a demonstration in the options, as no other installation is', async () => {
  expect((await network.admin.call('GET', 'options')).data.demo).toBe(true)
})

it('shows the alerts of its simulated past and mails none of them', async () => {
  const past = sql<boolean>`started_at < now() - interval '5 minutes'`
  const alerts = await network.db.selectFrom('alert').select('id').where(past).execute()
  expect(alerts.length).toBeGreaterThan(20)
  await network.server.gateway.alerting.drain()
  const mailed = await network.db
    .selectFrom('message as m')
    .innerJoin('alert as a', 'a.id', 'm.alert_id')
    .select('m.subject')
    .where('m.subject', 'like', '%has left%')
    .where(sql<boolean>`a.started_at < now() - interval '5 minutes'`)
    .execute()
  expect(mailed).toEqual([])
})

it("mails the newcomer's own first alert, and lists their tracker before the demo's", async () => {
  const own = await startTracker(network, 'zebra', { organisation_id, name: 'Zebra' })
  await network.admin.create('boundary', { organisation_id, name: 'Yard', geometry: box(10, 50, 11, 51) })
  await own.report({ lat: 50.5, lon: 10.5 })
  await own.report({ lat: 52, lon: 12 })
  await network.server.gateway.alerting.drain()
  await network.server.delivery.drain()
  expect((await mailsAbout('Zebra')).map(({ subject }) => subject)).toEqual(['Zebra has left Yard'])

  const { data } = await network.admin.list('tracker', { organisation_id, limit: 3 })
  expect(data.map(({ name, demo }) => [name, demo])).toEqual([
    ['Zebra', false],
    ['Aroha Ngata', true],
    ['Bus 21', true],
  ])
  const { data: last } = await network.admin.list('tracker', { organisation_id, sort: '-name', limit: 1 })
  expect(last[0]).toMatchObject({ demo: true })
  await own.stop()
})

it('draws boundaries for its own trackers only, and offers one to send a first position of', async () => {
  const { data } = await network.admin.list('boundary', { organisation_id, search: 'Auckland' })
  const { data: trackers } = await network.admin.list('tracker', { organisation_id, number: 'demo-tracker' })
  expect(data[0]).toMatchObject({ name: 'Central Auckland', all_trackers: false })
  expect(data[0]!.tracker_ids).toContain(trackers[0]!.id)
  expect(trackers[0]).toMatchObject({ demo: true, number: demo.spare!.number })
})
