import { expect, it } from 'vitest'
import { Cancelled, cancelledBy } from './cancelling.ts'
import { type Kind, SessionQueue } from './session_queue.ts'

async function orderOf(kinds: Kind[]): Promise<string> {
  const queue = new SessionQueue()
  await queue.acquire('people')
  const order: string[] = []
  const all = kinds.map(async (kind) => {
    await queue.acquire(kind)
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
  expect(await orderOf(['people', 'people', ...Array<Kind>(18).fill('devices')])).toBe('ddddddddpddddddddpdd')
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
