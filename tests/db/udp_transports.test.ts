import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { up } from '#db/migrations/2027-01/20270117_udp_transports.ts'
import type { Transport } from '#db/transports.ts'
import { type Network, startNetwork } from '../network.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork()
})
afterAll(() => network.stop())

const migrate = () => up(network.db as unknown as Kysely<unknown>)

it.each<[string, Transport[], 'reported' | 'connected' | 'closed' | null, Transport[]]>([
  ['whose last contact was a datagram', ['gps103', 'gt06', 'h02'], 'reported', ['gps103_udp', 'h02_udp']],
  ['with a connection', ['gps103'], 'connected', []],
  ['whose connection was closed', ['gps103'], 'closed', []],
  ['that has never reported', ['gps103'], null, []],
  ['that may have reported over HTTP', ['gps103', 'osmand'], 'reported', []],
  ['whose protocol has no datagrams', ['gt06'], 'reported', []],
])('a tracker %s keeps the transports that it uses', async (name, transports, contact, added) => {
  const { data } = await network.admin.create('tracker', { number: name.replace(/\W/g, '-'), transports })
  if (contact) {
    await sql`insert into tracker_presence (organisation_id, tracker_id, online, changed_at, seen_at, contact)
      values (1, ${data.id}, true, now(), now(), ${contact})`.execute(network.db)
  }
  await migrate()
  expect((await network.admin.read('tracker', data.id)).data.transports).toEqual([...transports, ...added])
})

it('gives alerts and muted alarms of an accident the name crash', async () => {
  const { data } = await network.admin.create('tracker', { number: 'crashed' })
  await sql`insert into alert (organisation_id, tracker_id, kind, alarm, started_at, raised_at)
    values (1, ${data.id}, 'alarm', 'accident', now(), now())`.execute(network.db)
  const muted = async (alarms: string[]) => {
    await sql`insert into organisation_config (organisation_id, muted_alarms) values (1, ${alarms}::text[])
      on conflict (organisation_id) do update set muted_alarms = excluded.muted_alarms`.execute(network.db)
    await migrate()
    return (
      await network.db
        .selectFrom('organisation_config')
        .select('muted_alarms')
        .where('organisation_id', '=', 1)
        .executeTakeFirstOrThrow()
    ).muted_alarms
  }
  expect(await muted(['sos', 'accident'])).toEqual(['sos', 'crash'])
  expect(await muted(['crash', 'accident'])).toEqual(['crash'])
  expect((await network.admin.list('alert', { tracker_id: data.id })).data).toMatchObject([{ alarm: 'crash' }])
})
