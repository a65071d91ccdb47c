import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork } from '../../network.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { json, openLender } from './hostile_lender.ts'

/** The installation that borrows. */
let there: Network
let borrower: Organisation
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

beforeAll(async () => {
  there = await startNetwork({ WEBHOOK_PRIVATE: 'on', HTTP_RATE: '100000', PUBLIC_URL: 'http://borrower.example.com' })
  borrower = await makeOrganisation(there, 'borrower')
})
afterAll(() => there.stop())

const answer = async (code: string) => {
  const body = { code, organisation_id: borrower.id, accept: true }
  return (await borrower.administrator.client.act('POST trackerloan/answer', body)).data
}
const borrowed = async () =>
  (await borrower.staff.client.act('GET trackerloans/borrowed', { organisation_id: borrower.id })).data
const track = async (id: number) => (await borrower.staff.client.act('GET remoteloan/track', { id })).data.points
const received = async (id: number) => (await borrower.administrator.client.read('remoteloan', id)).data

const terms = { lender_name: 'Mallory', tracker_name: null, note: null, within_area: false }
const offered = () => ({ ...terms, begins_at: at(-60), ends_at: at(60) })
const code = (url: string) => `${Math.random().toString(36).slice(2).padEnd(24, 'x')}@${url}`
const read = (url: string) =>
  borrower.administrator.client.act('POST trackerloan/offer', { code: code(url), organisation_id: borrower.id })

async function withLender(routes: Record<string, RequestListener>, work: (url: string) => Promise<void>) {
  const answering = await openLender(routes)
  try {
    await work(answering.url)
  } finally {
    await there.db.deleteFrom('remote_loan').where('lender_name', '=', 'Mallory').execute()
    answering.stop()
  }
}

it('a lender gets no further with answers that are endless, redirected, of another kind, or of no sense', async () => {
  let inner = 0
  const routes: [string, RequestListener][] = [
    ['endless', (_request, reply) => void setInterval(() => reply.write('x'.repeat(65_536)), 1).unref()],
    ['redirect', (_request, reply) => void reply.writeHead(307, { location: `${there.url}/api/v1/inner` }).end()],
    ['text', (_request, reply) => void reply.end('<h1>Hello</h1>')],
    ['other', json({ ...offered(), lender_name: 7 })],
    ['long', json({ ...offered(), note: 'x'.repeat(10_000) })],
    ['years', json({ ...offered(), ends_at: at(60 * 24 * 400) })],
    ['over', json({ ...offered(), ends_at: at(-1) })],
    ['error', (_request, reply) => void reply.writeHead(500).end('secret of a wall')],
  ]
  there.server.api.app.server.on('request', ({ url }) => {
    if (url?.includes('inner')) inner++
  })
  for (const [name, offer] of routes) {
    await withLender({ 'loan/offer': offer }, async (url) => {
      const failure = await read(url).catch((error) => error)
      expect([name, failure.status, failure.message]).toEqual([name, 476, expect.not.stringContaining('secret')])
    })
  }
  expect(inner).toBe(0)
})

it.each([
  ['ahead', 3],
  ['behind', -3],
])('a lender whose clock is three hours %s, or ours the other way, is shown as any other', async (_way, hours) => {
  const theirs = (minutes: number) => at(minutes + hours * 60)
  let position = { fix_at: theirs(-1), lon: 5, lat: 5, speed: null, heading: null }
  let version = 'a'
  const now = () => ({ now: theirs(0) })
  const points = [-20, -10, -1].map((minutes, i) => [Date.parse(theirs(minutes)), i + 3, 5])
  const routes: Record<string, RequestListener> = {
    // By our clock one of two hours has ended, or begins later.
    'loan/offer': (...http) => json({ ...terms, begins_at: theirs(-60), ends_at: theirs(60), ...now() })(...http),
    'loan/position': (...http) =>
      json({ state: 'accepted', version, tracker_name: 'Truck', position, ...now() })(...http),
    'loan/track': (...http) => json({ from: at(0), to: at(0), is_cut: false, points })(...http),
  }
  await withLender(routes, async (url) => {
    const id = (await answer(code(url))).id!
    const last = async () => (await borrowed()).find((loan) => loan.id === id)
    await expect.poll(async () => (await last())?.lon).toBe(5)
    expect(Math.abs((await last())!.clock_offset_s - hours * 3600)).toBeLessThan(5)
    expect((await track(id)).map(([, lon]) => lon)).toEqual([3, 4, 5])
    position = { ...position, fix_at: theirs(0), lon: 6 }
    version = 'b'
    await expect.poll(async () => (await last())?.lon).toBe(6)
    expect(await received(id)).toMatchObject({ over: false, last_error: null })
    // Our clock is set right: what was written before does not hold it up.
    await there.db
      .updateTable('remote_loan')
      .set({ retry_at: at(180) })
      .where('id', '=', id)
      .execute()
    version = 'c'
    position = { ...position, lon: 7 }
    await expect.poll(async () => (await last())?.lon).toBe(7)
    await borrower.administrator.client.act('POST remoteloan/end', { id })
    expect(await received(id)).toMatchObject({ state: 'ended', ended_by: 'borrower' })
  })
})

it('a lender who hangs is sent the end within seconds; one who has not confirmed is asked again', async () => {
  const asked: string[] = []
  const missing = JSON.stringify({ code: 'not_found', field: 'key', message: 'x' })
  const routes: Record<string, RequestListener> = {
    'loan/offer': json(offered()),
    'loan/answer': (request) => void request.socket.destroy(),
    'loan/position': (_request, reply) => void reply.writeHead(404).end(missing),
    'loan/end': (...http) => {
      asked.push('end')
      json(null)(...http)
    },
  }
  await withLender(routes, async (url) => {
    await expect(answer(code(url))).rejects.toMatchObject({ status: 476, message: /not confirmed/ })
    const of = there.db.selectFrom('remote_loan').select('id').where('lender_name', '=', 'Mallory')
    const { id } = await of.executeTakeFirstOrThrow()
    const again = () => there.db.updateTable('remote_loan').set({ retry_at: null }).where('id', '=', id).execute()
    await again()
    await expect.poll(async () => (await received(id)).last_error).toMatch(/not confirmed/)
    expect((await received(id)).state).toBe('offered')
    routes['loan/position'] = json({ state: 'accepted', version: 'a', tracker_name: null, position: null })
    await again()
    await expect.poll(async () => (await received(id)).state).toBe('accepted')
    let hangs = false
    routes['loan/position'] = () => {
      hangs = true
    }
    await again()
    await expect.poll(() => hangs).toBe(true)
    await borrower.administrator.client.act('POST remoteloan/end', { id })
    await expect.poll(() => asked, { timeout: 12_000 }).toEqual(['end'])
  })
})

it('a lender shows nothing of other times or places that are none, and each position once in its order', async () => {
  let position: unknown = { fix_at: at(-120), lon: 1, lat: 1, speed: null, heading: null }
  const minute = (n: number) => Date.now() + n * 60_000
  const points = [
    [minute(-90), 1, 1],
    [minute(-10), 2, 2],
    [minute(-12), 3, 3],
    [minute(-10), 4, 4],
    [minute(-5), 5, 5],
    [minute(30), 6, 6],
  ]
  const routes: Record<string, RequestListener> = {
    'loan/offer': json(offered()),
    'loan/position': (request, reply) =>
      json({ state: 'accepted', version: String(Math.random()), tracker_name: 'Truck', position })(request, reply),
    'loan/track': json({ from: at(0), to: at(0), is_cut: false, points }),
  }
  await withLender(routes, async (url) => {
    const id = (await answer(code(url))).id!
    const last = async () => (await borrowed()).find((loan) => loan.id === id)!
    await expect.poll(async () => (await received(id)).last_error).toMatch(/not of the time/)
    for (const wrong of [
      { fix_at: at(30), lon: 1, lat: 1, speed: null, heading: null },
      { fix_at: at(-1), lon: 1, lat: 91, speed: null, heading: null },
      { fix_at: 'soon', lon: 1, lat: 1, speed: null, heading: null },
    ]) {
      position = wrong
      await there.db.updateTable('remote_loan').set({ retry_at: null, last_error: null }).where('id', '=', id).execute()
      await expect.poll(async () => (await received(id)).last_error).not.toBeNull()
      expect((await last()).lon).toBeNull()
    }
    position = { fix_at: at(-1), lon: 7, lat: 7, speed: null, heading: null }
    await there.db.updateTable('remote_loan').set({ retry_at: null }).where('id', '=', id).execute()
    await expect.poll(async () => (await last()).lon).toBe(7)
    expect((await track(id)).map(([, lon]) => lon)).toEqual([2, 5])
    // A 404 of a proxy ends nothing; that it has no such key does.
    routes['loan/position'] = (_request, reply) => void reply.writeHead(404).end('not here')
    await expect.poll(async () => (await received(id)).last_error).toBe('It answered 404')
    expect((await received(id)).state).toBe('accepted')
    const unknown = JSON.stringify({ code: 'not_found', field: 'key', message: 'x' })
    routes['loan/position'] = (_request, reply) => void reply.writeHead(404).end(unknown)
    await there.db.updateTable('remote_loan').set({ retry_at: null }).where('id', '=', id).execute()
    await expect.poll(async () => (await received(id)).ended_by).toBe('lender')
  })
})
