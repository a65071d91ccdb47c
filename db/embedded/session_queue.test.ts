import { expect, it } from 'vitest'
import { Cancelled, cancelledBy } from '../cancelling.ts'
import { type Connected, type Hold, inBackground, type Kind, SessionQueue } from './session_queue.ts'

async function orderOf(kinds: Kind[]): Promise<string> {
  const queue = new SessionQueue()
  await queue.acquire('people')
  const order: string[] = []
  const all = kinds.map(async (kind) => {
    await (kind === 'background' ? inBackground(() => queue.acquire('people')) : queue.acquire(kind))
    order.push(kind[0]!)
    queue.release()
  })
  queue.release()
  await Promise.all(all)
  return order.join('')
}

it('devices go before people who queued earlier', async () => {
  expect(await orderOf(['people', 'people', 'devices', 'people', 'devices'])).toBe('ddppp')
})

it('one of people runs after eight of devices', async () => {
  expect(await orderOf(['people', 'people', ...Array<Connected>(18).fill('devices')])).toBe('ddddddddpddddddddpdd')
})

it('background work goes after people, and once in a while before all', async () => {
  expect(await orderOf(['background', 'people', 'devices', 'background'])).toBe('dpbb')
  expect(await orderOf(['background', ...Array<Kind>(20).fill('people')])).toBe(`${'p'.repeat(16)}bpppp`)
  const order = await orderOf(['background', 'people', 'people', ...Array<Kind>(24).fill('devices')])
  expect(order).toBe(`${'d'.repeat(8)}p${'d'.repeat(7)}bdp${'d'.repeat(8)}`)
})

it('a client that disconnects does not end background work that its request began', async () => {
  const queue = new SessionQueue()
  await queue.acquire('people')
  const left = new AbortController()
  const work = cancelledBy(left.signal, () => inBackground(() => queue.acquire('people')))
  left.abort()
  queue.release()
  await work
})

it('says of each holder what it has done, and where its transaction began', async () => {
  const queue = new SessionQueue()
  const holds: Hold[] = []
  const end = queue.onHold((hold) => holds.push(hold))
  await queue.acquire('devices')
  const origin = new Error('here')
  await queue.holding(async () => {
    queue.count('select 1', 2, 1)
    queue.count('update a set b = 1', 7, 40)
  }, origin)
  queue.release()
  expect(holds).toMatchObject([
    { kind: 'devices', statements: 2, rows: 41, slowest: { text: 'update a set b = 1', ms: 7 }, origin },
  ])
  end()
  await queue.acquire('people')
  queue.release()
  expect(holds).toHaveLength(1)
})

it('one at a time', async () => {
  const queue = new SessionQueue()
  await queue.acquire('devices')
  let entered = false
  const second = queue.acquire('devices').then(() => {
    entered = true
  })
  await Promise.resolve()
  expect(entered).toBe(false)
  queue.release()
  await second
})

it('a client that has disconnected is skipped', async () => {
  const queue = new SessionQueue()
  await queue.acquire('people')
  const left = new AbortController()
  const cancelled = cancelledBy(left.signal, () => queue.acquire('people'))
  const stays = queue.acquire('people')
  left.abort()
  queue.release()
  await expect(cancelled).rejects.toThrow(Cancelled)
  await stays
})

it('a statement beside the transaction that holds the session fails instead of waiting for itself', async () => {
  const queue = new SessionQueue()
  await queue.acquire('people')
  let later!: Promise<void>
  await queue.holding(async () => {
    await expect(queue.acquire('people')).rejects.toThrow('beside the open transaction')
    // What it leaves to run afterwards waits in the queue again.
    later = new Promise<void>((resolve) => setTimeout(resolve)).then(() => queue.acquire('people'))
  })
  queue.release()
  await later
})
