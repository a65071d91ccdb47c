import { expect, it } from 'vitest'
import { makeTurns } from './turns.ts'

it('lets as many run at once as it may, and takes those who wait by turns', async () => {
  const turns = makeTurns({ at_once: 1, each: 10, all: 100 })
  const order: string[] = []
  const work = (name: string) => turns(name[0]!, async () => void order.push(name))
  await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map(work))
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

it('takes groups by turns, and in a group those who belong to it', async () => {
  const turns = makeTurns({ at_once: 1, each: 10, group: 10, all: 100 })
  const order: string[] = []
  const work = (name: string) => turns(name[1]!, async () => void order.push(name), name[0])
  await Promise.all(['xa1', 'xa2', 'xa3', 'xb1', 'yc1', 'yc2'].map(work))
  expect(order).toEqual(['xa1', 'xa2', 'yc1', 'xb1', 'yc2', 'xa3'])
})

it('goes on after work that fails', async () => {
  const turns = makeTurns({ at_once: 1, each: 10, all: 100 })
  const failing = turns('a', () => Promise.reject(new Error('no')))
  const after = turns('a', async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await after).toBe('done')
})

it.each([
  ['of one, and takes others’ still', { at_once: 1, each: 2, all: 100 }, 'b', 'taken'],
  ['of a group', { at_once: 1, each: 100, group: 2, all: 100 }, 'b', 'refused', 'group'],
  ['of all', { at_once: 1, each: 100, all: 2 }, 'b', 'refused'],
])('refuses what is too much %s', async (_name, limits, other, outcome, group?: string) => {
  const turns = makeTurns(limits)
  const { promise, resolve } = Promise.withResolvers<void>()
  const under_way = ['a', 'a', 'a'].map((who) => turns(who, () => promise, group))
  const answer = (who: string) =>
    turns(who, async () => {}, group).then(
      () => 'taken',
      ({ code }) => (code === 'too_many_requests' ? 'refused' : code),
    )
  expect(await answer('a')).toBe('refused')
  const answered = answer(other)
  resolve()
  expect(await answered).toBe(outcome)
  await Promise.all(under_way)
})
