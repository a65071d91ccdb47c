import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '#api/crud/transact.ts'
import { hashPassword } from '#api/people/passwords/hash.ts'
import { type Network, startNetwork, startTracker } from '../network.ts'

let network: Network
let release: () => Promise<void> = async () => {}
afterEach(async () => {
  await release()
  await network.stop()
})

const location = (i: number) => ({ name: `Place ${i}`, position: { type: 'Point' as const, coordinates: [174, -41] } })
const onServer = process.env.DATABASE === 'server'

/** Locks a table until it is released, like a long statement. */
async function holdUp(table: 'location' | 'tracker'): Promise<void> {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const done = network.db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx)
    lock()
    await released
  })
  await locked
  release = async () => {
    resolve()
    await done
  }
}

/** Waiting statements of people. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'ringfence people' and wait_event_type = 'Lock'`.execute(
    network.db,
  )
  return rows[0]!.count
}

describe.runIf(onServer)('while people keep the database busy', () => {
  it('devices are acknowledged, since they have their own connections', async () => {
    network = await startNetwork({ DATABASE_PEOPLE_CONNECTIONS: '4' })
    const device = await startTracker(network, 'busy-1')
    await holdUp('location')
    const request = Array.from({ length: 12 }, (_, i) =>
      network.admin.create('location', location(i)).catch(() => null),
    )
    await expect.poll(countWaiting).toBe(4)
    for (let i = 0; i < 5; i++) await device.report({ lat: -41, lon: 174 })
    await release()
    await Promise.all(request)
    await device.stop()
  })

  it('a statement is cancelled at the statement timeout, with a message', async () => {
    network = await startNetwork({ DATABASE_STATEMENT_S: '1' })
    await holdUp('location')
    const message = 'That took too long and was stopped. Please ask for less.'
    await expect(network.admin.create('location', location(1))).rejects.toMatchObject({ status: 503, message })
    await release()
  })

  it('a statement is cancelled and rolled back when its client disconnects', async () => {
    network = await startNetwork()
    await holdUp('location')
    const left = new AbortController()
    const request = put(location(1), {}, left.signal).catch(() => null)
    await expect.poll(countWaiting).toBe(1)
    left.abort()
    await request
    await expect.poll(countWaiting).toBe(0)
    await release()
    expect(await network.db.selectFrom('location').select('id').execute()).toEqual([])
    // The connection is still usable.
    expect((await network.admin.create('location', location(2))).status).toBe(201)
  })

  it('a request with an idempotency key continues without its client', async () => {
    network = await startNetwork()
    await holdUp('location')
    const left = new AbortController()
    const key = { 'idempotency-key': 'once' }
    const request = put(location(1), key, left.signal).catch(() => null)
    await expect.poll(countWaiting).toBe(1)
    left.abort()
    await request
    await release()
    await expect.poll(async () => (await put(location(1), key)).status).toBe(201)
    expect(await network.db.selectFrom('location').select('id').execute()).toHaveLength(1)
  })

  it('exports and lists share a limit of six concurrent reads', async () => {
    network = await startNetwork({ DATABASE_PEOPLE_CONNECTIONS: '20' })
    await network.admin.create('tracker', { number: 'exported' })
    await holdUp('tracker')
    const formats = ['trackers?format=csv', 'trackers?limit=5', 'trackerevents?format=gpx', 'trackerevents?format=kml']
    const request = Array.from({ length: 24 }, (_, i) => get(formats[i % 4]!))
    await expect.poll(countWaiting).toBe(6)
    // Further lists are queued; other requests are not.
    expect((await network.admin.call('GET', 'options', {})).status).toBe(200)
    expect(await countWaiting()).toBe(6)
    await release()
    const statuses = await Promise.all(request.map(async (answer) => (await answer).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})

describe('a password', () => {
  beforeEach(async () => {
    network = await startNetwork()
  })

  it('is never hashed in a transaction', async () => {
    const context = { db: network.db } as Parameters<typeof transact>[0]
    await expect(transact(context, () => hashPassword('correct horse'))).rejects.toThrow('in a transaction')
    const { data: user } = await network.admin.create('user', {
      username: 'hashed',
      email: 'hashed@example.com',
      password: 'correct horse battery',
    })
    const { status } = await network.admin.update('user', { id: user.id, password: 'another long password' })
    expect(status).toBe(261)
  })
})

function put(body: object, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> {
  return fetch(`${network.url}/api/v1/location`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${network.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
}

async function get(path: string): Promise<Response> {
  const answer = await fetch(`${network.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${network.token}` } })
  await answer.arrayBuffer()
  return answer
}
