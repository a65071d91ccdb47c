import { expect, test } from 'vitest'
import type { TrackerEvent } from '../../types.ts'
import { afterSnapshot } from './live.ts'

const event = (id: number) => ({ id }) as TrackerEvent

function makeBuffer() {
  const taken: number[][] = []
  return { taken, buffer: afterSnapshot((events) => taken.push(events.map(({ id }) => id))) }
}

test('positions received before the snapshot are delivered after it', () => {
  const { taken, buffer } = makeBuffer()
  buffer.begin(true)
  buffer.positions([event(7)])
  buffer.positions([event(8)])
  expect(taken).toEqual([])
  buffer.snapshot([event(5), event(6), event(7)])
  buffer.positions([event(9)])
  expect(taken).toEqual([[5, 6, 7, 7, 8], [9]])
})

test('without a snapshot nothing is buffered, and a reconnect starts again', () => {
  const { taken, buffer } = makeBuffer()
  buffer.begin(true)
  buffer.positions([event(1)])
  buffer.begin(false)
  buffer.positions([event(2)])
  expect(taken).toEqual([[2]])
})
