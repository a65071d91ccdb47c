import { expect, it } from 'vitest'
import { makeFairLimiter } from './fair_limiter.ts'

it('limits concurrency, and serves users round-robin', async () => {
  const limit = makeFairLimiter({ concurrency: 1, per_user: 10, total: 100 })
  const order: string[] = []
  const work = (name: string) => limit(name[0]!, async () => void order.push(name))
  await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map(work))
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

it('serves groups round-robin, and users within a group', async () => {
  const limit = makeFairLimiter({ concurrency: 1, per_user: 10, per_group: 10, total: 100 })
  const order: string[] = []
  const work = (name: string) => limit(name[1]!, async () => void order.push(name), name[0])
  await Promise.all(['xa1', 'xa2', 'xa3', 'xb1', 'yc1', 'yc2'].map(work))
  expect(order).toEqual(['xa1', 'xa2', 'yc1', 'xb1', 'yc2', 'xa3'])
})

it('continues after a job fails', async () => {
  const limit = makeFairLimiter({ concurrency: 1, per_user: 10, total: 100 })
  const failing = limit('a', () => Promise.reject(new Error('no')))
  const after = limit('a', async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await after).toBe('done')
})

it.each([
  ['of one user, not of others', { concurrency: 1, per_user: 2, total: 100 }, 'b', 'taken'],
  ['of a group', { concurrency: 1, per_user: 100, per_group: 2, total: 100 }, 'b', 'refused', 'group'],
  ['in total', { concurrency: 1, per_user: 100, total: 2 }, 'b', 'refused'],
])('refuses jobs beyond the limit %s', async (_name, limits, other, outcome, group?: string) => {
  const limit = makeFairLimiter(limits)
  const { promise, resolve } = Promise.withResolvers<void>()
  const under_way = ['a', 'a', 'a'].map((user) => limit(user, () => promise, group))
  const answer = (user: string) =>
    limit(user, async () => {}, group).then(
      () => 'taken',
      ({ code }) => (code === 'too_many_requests' ? 'refused' : code),
    )
  expect(await answer('a')).toBe('refused')
  const answered = answer(other)
  resolve()
  expect(await answered).toBe(outcome)
  await Promise.all(under_way)
})
