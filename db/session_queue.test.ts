import { expect, it } from 'vitest'
import { Cancelled, cancelledBy } from './cancelling.ts'
import { type Kind, SessionQueue } from './session_queue.ts'

async function orderOf(kinds: Kind[]): Promise<string> {
  const turns = new SessionQueue()
  await turns.acquire('people')
  const order: string[] = []
  const all = kinds.map(async (kind) => {
    await turns.acquire(kind)
    order.push(kind[0]!)
    turns.release()
  })
  turns.release()
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
  const turns = new SessionQueue()
  await turns.acquire('devices')
  let entered = false
  const second = turns.acquire('devices').then(() => {
    entered = true
  })
  await Promise.resolve()
  expect(entered).toBe(false)
  turns.release()
  await second
})

it('a client that has disconnected is skipped', async () => {
  const turns = new SessionQueue()
  await turns.acquire('people')
  const left = new AbortController()
  const gone = cancelledBy(left.signal, () => turns.acquire('people'))
  const stays = turns.acquire('people')
  left.abort()
  turns.release()
  await expect(gone).rejects.toThrow(Cancelled)
  await stays
})
