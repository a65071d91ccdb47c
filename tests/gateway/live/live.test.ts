import { beforeAll, describe, expect, it } from 'vitest'
import { box, connectLive, type Network, startTracker } from '../../network.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
beforeAll(async () => {
  network = await sharedNetwork()
})

describe('the live connection', () => {
  it('sends a snapshot, then changes, then alerts, and after a lost connection what was missed', async () => {
    await network.admin.create('boundary', { name: 'Depot', geometry: box(174, -37, 175, -36) })
    const tracker = await startTracker(network, 'live', { name: 'Truck' })
    await tracker.report({ lat: -36.5, lon: 174.5, speed: 10, battery: 80 })

    const live = await connectLive(network)
    const [event] = await live.receive('snapshot')
    expect(event).toMatchObject({
      tracker_id: tracker.id,
      position: { type: 'Point', coordinates: [174.5, -36.5] },
      speed: 10,
      outside_boundary: false,
      attributes: { battery: 80 },
    })

    await tracker.report({ lat: -36.5, lon: 175.5 })
    const [changed] = await live.receive('positions', (events) => events[0].outside_boundary === true)
    expect(changed.id).toBeGreaterThan(event.id)
    expect(await live.receive('alert')).toMatchObject({ tracker_id: tracker.id, kind: 'left_boundary', ended_at: null })
    live.stop()

    await tracker.report({ lat: -36.5, lon: 174.6 })
    const again = await connectLive(network, { token: network.token, last_event_id: changed.id })
    const missed = await again.receive('positions')
    expect(missed.at(-1)).toMatchObject({ tracker_id: tracker.id, outside_boundary: false })
    expect((await again.receive('alert', (alert) => alert.tracker_id === tracker.id)).ended_at).not.toBe(null)
    expect(again.received.map((m) => m.name)).not.toContain('snapshot')
    again.stop()
    await tracker.stop()
  })

  it('sends one entry per tracker for many reports', async () => {
    const tracker = await startTracker(network, 'busy')
    const live = await connectLive(network)
    await live.receive('snapshot')
    const reports = Array.from({ length: 500 }, (_, i) =>
      tracker.report({ lat: 0, lon: i / 1000, ts: 1_790_000_000 + i }),
    )
    await Promise.all(reports)
    await live.receive('positions', (events) =>
      events.some((e: { position: { coordinates: number[] } }) => e.position.coordinates[0] === 0.499),
    )
    const messages = live.received.filter((m) => m.name === 'positions')
    expect(messages.length).toBeLessThan(100)
    for (const { body } of messages) {
      const ids = body.map((event: { tracker_id: number }) => event.tracker_id)
      expect(new Set(ids).size).toBe(ids.length)
    }
    live.stop()
    await tracker.stop()
  })

  it('does not move the marker for a late report', async () => {
    const tracker = await startTracker(network, 'late-live')
    await tracker.report({ lat: 1, lon: 1, ts: '2026-11-20T12:00:00Z' })
    const live = await connectLive(network)
    await live.receive('snapshot')
    await tracker.report({ lat: 2, lon: 2, ts: '2026-11-20T11:00:00Z' })
    await tracker.report({ lat: 3, lon: 3, ts: '2026-11-20T12:01:00Z' })
    await live.receive('positions', (events) => events[0].position.coordinates[0] === 3)
    const seen = live.received.filter((m) => m.name === 'positions').map((m) => m.body[0].position.coordinates[0])
    expect(seen).toEqual([3])
    live.stop()
    await tracker.stop()
  })
})
