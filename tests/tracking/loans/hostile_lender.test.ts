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
