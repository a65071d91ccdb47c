import { describe, expect, it } from 'vitest'
import type { Entry } from './entry.ts'
import { TrackerQueues } from './tracker_queues.ts'

/** An entry that is told from others by its number; lanes look at nothing but the tracker. */
const entry = (tracker_id: number, n: number) => ({ tracker_id, fix_at: n }) as Entry

function fill(lanes: TrackerQueues, tracker_id: number, count: number): void {
  for (let n = 0; n < count; n++) lanes.push(entry(tracker_id, n))
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
    const lanes = new TrackerQueues()
    fill(lanes, 1, 10_000)
    const first = lanes.take(LIMIT, SHARE)
    expect(counts(first)).toEqual({ 1: SHARE })
    for (let other = 2; other <= 200; other++) fill(lanes, other, 1)
    expect(counts(lanes.take(LIMIT, SHARE))[1]).toBeUndefined() // it is in a batch still
    lanes.finish(first)
    for (let other = 201; other <= 210; other++) fill(lanes, other, 1)
    expect(counts(lanes.take(LIMIT, SHARE))).toMatchObject({ 1: SHARE, 210: 1 })
  })

  it('keep the order of a tracker over batches, and over a failed batch', () => {
    const lanes = new TrackerQueues()
    fill(lanes, 1, 150)
    const seen: number[] = []
    for (let turn = 0; lanes.hasReady; turn++) {
      const batch = lanes.take(LIMIT, SHARE)
      if (turn % 2 === 0) lanes.putBack(batch)
      else {
        seen.push(...batch.map(({ fix_at }) => fix_at))
        lanes.finish(batch)
      }
    }
    expect(seen).toEqual(Array.from({ length: 150 }, (_, n) => n))
    expect(lanes.waiting).toBe(0)
  })

  it('fill a batch from many trackers in order of arrival', () => {
    const lanes = new TrackerQueues()
    for (let tracker = 1; tracker <= 20; tracker++) fill(lanes, tracker, 100)
    const batch = lanes.take(LIMIT, SHARE)
    expect(batch).toHaveLength(LIMIT)
    expect([...new Set(batch.map(({ tracker_id }) => tracker_id))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(lanes.waiting).toBe(2_000 - LIMIT)
  })
})
