import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { connectDevice, type Device, type Network, startTracker } from '../../network.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
beforeAll(async () => {
  network = await sharedNetwork()
})

async function stored(tracker: Device): Promise<number> {
  return (await network.admin.list('trackerevent', { tracker_id: tracker.id, limit: 1 })).info.total
}

describe('duplicates', () => {
  it('stores a repeated report once, in one batch, in the next, and long after', async () => {
    const tracker = await startTracker(network, 'twice')
    const a = { lat: 1, lon: 2, ts: '2026-11-20T00:00:00Z' }
    const b = { lat: 1, lon: 3, ts: '2026-11-20T00:00:00Z' }
    await tracker.report([a, b, a])
    await tracker.report([b, a])
    await tracker.report({ lat: 5, lon: 5, ts: '2026-11-20T00:01:00Z' })
    await tracker.report(a)
    await tracker.report({ ...a, seq: 99 })
    await tracker.stop()
    expect(await stored(tracker)).toBe(3)
  })

  it('leaves the state unchanged by a repeated report', async () => {
    const tracker = await startTracker(network, 'twice-state', { exit_confirmations: 3 })
    await network.admin.create('boundary', {
      name: 'Far away',
      circle: { center: [10, 50], radius_m: 100 },
      tracker_ids: [tracker.id],
    })
    const first = { lat: 1, lon: 2, ts: '2026-11-20T00:00:00Z' }
    await tracker.report(first)
    await tracker.report({ ...first, lon: 3 })
    await tracker.report(first)
    await tracker.report(first)
    await tracker.stop()
    const state = await network.db
      .selectFrom('tracker_state')
      .select('outside_count')
      .where('tracker_id', '=', tracker.id)
      .executeTakeFirstOrThrow()
    expect(state.outside_count).toBe(2)
  })

  it('recognises a redelivered report without a time by its DUP flag', async () => {
    const tracker = await startTracker(network, 'dup')
    const topic = 'trackers/dup/position'
    await tracker.client.publishAsync(topic, '{"lat":1,"lon":2}', { qos: 1 })
    await tracker.client.publishAsync(topic, '{"lat":1,"lon":2}', { qos: 1, dup: true })
    await tracker.client.publishAsync(topic, '{"lat":1,"lon":2}', { qos: 1 })
    await tracker.stop()
    expect(await stored(tracker)).toBe(2)
  })

  it('stores each of a thousand equal reports without a time', async () => {
    const tracker = await startTracker(network, 'equal')
    await Promise.all(Array.from({ length: 1000 }, () => tracker.report({ lat: 1, lon: 2 })))
    await tracker.stop()
    expect(await stored(tracker)).toBe(1000)
  })
})

describe('no loss', () => {
  it.each([0, 1, 2] as const)('stores QoS %i', async (qos) => {
    const tracker = await startTracker(network, `qos-${qos}`)
    for (let i = 0; i < 20; i++) {
      await tracker.client.publishAsync(`trackers/qos-${qos}/position`, JSON.stringify({ lat: i, lon: 0 }), { qos })
    }
    await tracker.stop()
    await expect.poll(() => stored(tracker)).toBe(20)
  })

  it('has committed what it acknowledges', async () => {
    const tracker = await startTracker(network, 'acknowledged')
    for (let i = 1; i <= 20; i++) {
      await tracker.report({ lat: i, lon: 0 })
      expect(await stored(tracker)).toBe(i)
    }
    await tracker.stop()
  })

  it('stores a batch without the report that the database refuses, which is set aside', async () => {
    const tracker = await startTracker(network, 'refused')
    const reports: object[] = Array.from({ length: 50 }, (_, i) => ({ lat: i, lon: 0 }))
    reports[20] = { lat: 20, lon: 0, attributes: { note: 'a zero character: \0' } }
    await tracker.report(reports)
    await tracker.report({ lat: 60, lon: 0 })
    await tracker.stop()
    expect(await stored(tracker)).toBe(50)
    const set = await network.db
      .selectFrom('rejected_report')
      .selectAll()
      .where('tracker_id', '=', tracker.id)
      .execute()
    expect(set).toHaveLength(1)
    expect(set[0]!.reason).toMatch(/Unicode/)
    expect(JSON.parse(set[0]!.report)).toMatchObject({ lat: 20 })
  })

  it('continues after a connected tracker was deleted', async () => {
    const gone = await startTracker(network, 'gone')
    const stays = await startTracker(network, 'stays')
    await gone.report({ lat: 1, lon: 1 })
    await network.admin.remove('tracker', gone.id)
    let acknowledged = false
    const closed = new Promise<void>((resolve) => gone.client.on('close', () => resolve()))
    gone.report({ lat: 2, lon: 2 }).then(
      () => {
        acknowledged = true
      },
      () => {},
    )
    await Promise.all([closed, stays.report({ lat: 3, lon: 3 })])
    expect(acknowledged).toBe(false)
    expect(await stored(stays)).toBe(1)
    const left = await network.db.selectFrom('tracker_event').select('id').where('tracker_id', '=', gone.id).execute()
    expect(left).toEqual([])
    await stays.stop()
    gone.client.end(true)
  })

  it('moves reports of a wrong clock when their day gets its partition', async () => {
    const tracker = await startTracker(network, 'early')
    await tracker.report({ lat: 1, lon: 1, ts: '2031-05-05T00:00:00Z' })
    await tracker.stop()
    const { makePartitions, listPartitions } = await import('#db/partitions.ts')
    const { retain } = await import('#db/history/retain.ts')
    const made = await makePartitions(network.db, new Date('2031-05-02T00:00:00Z'))
    expect(made).toContain('tracker_event_y2031m05d05')
    const home = await sql<{ home: string }>`select tableoid::regclass::text as home from tracker_event
      where tracker_id = ${tracker.id}`.execute(network.db)
    expect(home.rows).toEqual([{ home: 'tracker_event_y2031m05d05' }])
    expect(await makePartitions(network.db, new Date('2031-05-02T00:00:00Z'))).toEqual([])

    const retained = await retain(network.db, 30, new Date('2031-06-06T12:00:00Z'))
    expect(retained.dropped).toContain('tracker_event_y2031m05d05')
    expect(retained.dropped).not.toContain('tracker_event_y2031m05d08')
    expect(await stored(tracker)).toBe(0)
    const names = (await listPartitions(network.db)).map((p) => p.name)
    expect(names).toContain('tracker_event_default')
  })
})

describe('several connections', () => {
  it('keeps the order of one tracker over two connections, and a thousand trackers apart', async () => {
    const tracker = await startTracker(network, 'both')
    const second = await connectDevice(network, 'both', tracker.token)
    const start = Date.UTC(2026, 10, 1) / 1000
    const sends = Array.from({ length: 400 }, (_, i) => {
      const client = i % 2 ? second : tracker.client
      return client.publishAsync('trackers/both/position', JSON.stringify({ lat: 0, lon: 0, ts: start + i }), {
        qos: 1,
      })
    })
    await Promise.all(sends)
    await second.endAsync()
    await tracker.stop()
    expect(await stored(tracker)).toBe(400)
  })
})
