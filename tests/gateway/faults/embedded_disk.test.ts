import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Device, type Network, startNetwork, startTracker } from '../../network.ts'
import { mountSmallDisk, type SmallDisk } from './small_disk.ts'

const disk: SmallDisk | null = process.env.DATABASE === 'embedded' ? mountSmallDisk(512) : null
afterAll(() => disk?.remove())

describe.runIf(disk)('the embedded database on a disk that is full', () => {
  let network: Network
  let tracker: Device
  beforeAll(async () => {
    network = await startNetwork({ DATA_DIR: join(disk!.path, 'data') })
    tracker = await startTracker(network, 'patient')
  })
  afterAll(() => network.stop())

  it('acknowledges nothing until the disk has space again, and loses nothing', async () => {
    await tracker.report({ lat: 1, lon: 2 })
    disk!.fill()
    const sent: Promise<unknown>[] = []
    let acknowledged = 0
    // A report with so much beside it that a page holds only two.
    const send = () => {
      const report = { lat: sent.length / 1000, lon: 2, attributes: { note: Math.random().toString(36).repeat(250) } }
      sent.push(tracker.report(report).then(() => acknowledged++))
    }
    await expect
      .poll(() => {
        for (let i = 0; i < 20; i++) send()
        return network.server.gateway.ingest.healthy
      })
      .toBe(false)
    const before = acknowledged
    expect(before).toBeLessThan(sent.length)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(acknowledged).toBe(before)

    disk!.free()
    await Promise.all(sent)
    const { info } = await network.admin.list('trackerevent', { tracker_id: tracker.id, limit: 1 })
    expect(info.total).toBe(sent.length + 1)
    await tracker.stop()
  }, 180_000)
})
