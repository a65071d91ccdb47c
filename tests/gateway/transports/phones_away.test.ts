import { describe, expect, it } from 'vitest'
import { TRANSPORTS } from '#db/transports.ts'
import { useOwnPostgres } from '../faults/with_postgres.ts'
import { openPhone } from '../phone.ts'

// The embedded database cannot be away: it is in the process.
describe.runIf(process.env.DATABASE === 'server')('phones during an outage of PostgreSQL', () => {
  const own = useOwnPostgres()

  it('are asked to retry, get no acknowledgement, and lose and duplicate nothing', async () => {
    const admin = await own.server.admin()
    const register = async (number: string) =>
      (await admin.create('tracker', { number, type: 'phone', transports: [...TRANSPORTS] })).data
    const walker = await register('walker')
    const rider = await register('rider')
    const jane = await register('jane')
    const osmand = (i: number) =>
      fetch(`${own.server.url}/gateway/osmand?id=rider&lat=1&lon=2&timestamp=${1_790_000_000 + i}`)
    const owntracks = () =>
      fetch(`${own.server.url}/gateway/owntracks`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`jane:${jane.device_token}`).toString('base64')}` },
        body: '{"_type":"location","lat":1,"lon":2,"tst":1790000000}',
      })
    const phone = openPhone(own.server.url, { query: `?token=${walker.device_token}` })
    await expect.poll(phone.configs).toHaveLength(1)
    expect((await osmand(0)).status).toBe(200)

    await own.postgres.stop()
    const positions = Array.from({ length: 300 }, (_, i) => ({ lat: 1, lon: i / 1000, ts: 1_790_000_000 + i, seq: i }))
    phone.send(positions)
    for (const send of [() => osmand(1), owntracks, () => osmand(2)]) {
      const answer = await send()
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
    }
    expect(phone.acks()).toEqual([])
    const refused = openPhone(own.server.url, { query: `?token=${walker.device_token}` })
    expect(await refused.closed).toBe(1013)
    await own.postgres.start()

    await expect.poll(() => phone.acks().length).toBe(300)
    for (let i = 0; i < 3; i++) await expect.poll(async () => (await osmand(i)).status).toBe(200)
    await expect.poll(async () => (await owntracks()).status).toBe(200)
    const again = openPhone(own.server.url, { query: `?token=${walker.device_token}` })
    await expect.poll(again.configs).toHaveLength(1)
    again.send(positions)
    await expect.poll(() => again.acks().length).toBe(300)
    const count = async (tracker_id: number) => (await admin.list('trackerevent', { tracker_id, limit: 1 })).info.total
    expect([await count(walker.id), await count(rider.id), await count(jane.id)]).toEqual([300, 3, 1])
    phone.socket.close()
    again.socket.close()
  }, 120_000)
})
