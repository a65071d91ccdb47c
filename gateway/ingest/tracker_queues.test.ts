import { describe, expect, it } from 'vitest'
import type { Entry } from './entry.ts'
import { TrackerQueues } from './tracker_queues.ts'

/** An entry identified by its number; queues only use the tracker. */
const entry = (tracker_id: number, n: number) => ({ tracker_id, fix_at: n }) as Entry

function fill(queues: TrackerQueues, tracker_id: number, count: number): void {
  for (let n = 0; n < count; n++) queues.push(entry(tracker_id, n))
}

const counts = (batch: Entry[]) => {
  const of = new Map<number, number>()
  for (const { tracker_id } of batch) of.set(tracker_id, (of.get(tracker_id) ?? 0) + 1)
  return Object.fromEntries(of)
}
const LIMIT = 500
const SHARE = 64

describe('tracker queues', () => {
  it('limit a flood to its share, and let all others in with the next batch', () => {
    const queues = new TrackerQueues()
    fill(queues, 1, 10_000)
    const first = queues.take(LIMIT, SHARE)
    expect(counts(first)).toEqual({ 1: SHARE })
    for (let other = 2; other <= 200; other++) fill(queues, other, 1)
    expect(counts(queues.take(LIMIT, SHARE))[1]).toBeUndefined() // it is in a batch still
    queues.end(first, new Set(first))
    for (let other = 201; other <= 210; other++) fill(queues, other, 1)
    expect(counts(queues.take(LIMIT, SHARE))).toMatchObject({ 1: SHARE, 210: 1 })
  })

  it('keep the order of a tracker over batches, and over some that are stored in part', () => {
    const queues = new TrackerQueues()
    fill(queues, 1, 150)
    fill(queues, 2, 30)
    const order = new Map<number, number[]>([
      [1, []],
      [2, []],
    ])
    for (let turn = 0; queues.hasReady; turn++) {
      const batch = queues.take(LIMIT, SHARE)
      const stored = batch.slice(0, [0, 40, 70, batch.length][turn % 4])
      for (const { tracker_id, fix_at } of stored) order.get(tracker_id)!.push(fix_at)
      queues.end(batch, new Set(stored))
      expect(queues.waiting).toBe(180 - order.get(1)!.length - order.get(2)!.length)
    }
    expect(order.get(1)).toEqual(Array.from({ length: 150 }, (_, n) => n))
    expect(order.get(2)).toEqual(Array.from({ length: 30 }, (_, n) => n))
  })

  it('fill a batch from many trackers in order of arrival', () => {
    const queues = new TrackerQueues()
    for (let tracker = 1; tracker <= 20; tracker++) fill(queues, tracker, 100)
    const batch = queues.take(LIMIT, SHARE)
    expect(batch).toHaveLength(LIMIT)
    expect([...new Set(batch.map(({ tracker_id }) => tracker_id))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(queues.waiting).toBe(2_000 - LIMIT)
  })
})
