import { expect, test } from 'vitest'
import { afterSnapshot } from './live.ts'
import type { TrackerEvent } from './types.ts'

const event = (id: number) => ({ id }) as TrackerEvent

function hear() {
  const heard: number[][] = []
  return { heard, told: afterSnapshot((events) => heard.push(events.map(({ id }) => id))) }
}

test('what happens before the snapshot has come is told after it', () => {
  const { heard, told } = hear()
  told.begin(true)
  told.positions([event(7)])
  told.positions([event(8)])
  expect(heard).toEqual([])
  told.snapshot([event(5), event(6), event(7)])
  told.positions([event(9)])
  expect(heard).toEqual([[5, 6, 7, 7, 8], [9]])
})

test('where no snapshot comes nothing waits, and a connection that breaks begins anew', () => {
  const { heard, told } = hear()
  told.begin(true)
  told.positions([event(1)])
  told.begin(false)
  told.positions([event(2)])
  expect(heard).toEqual([[2]])
})
