import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { box, connectLive, type Device, type Network, startNetwork, startTracker } from '../../network.ts'
import { makeOrganisation, type Organisation, type Person } from '../../seeds/people.ts'
import { writeSegment } from '../../seeds/segments.ts'
import { type Doorway, openDoorway } from './doorway.ts'

/** Two installations: what one lends the other borrows. */
let here: Network
let there: Network
let doorway: Doorway
let lender: Organisation
let borrower: Organisation
let stranger: Organisation
let device: Device
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

beforeAll(async () => {
  doorway = await openDoorway()
  const env = { WEBHOOK_PRIVATE: 'on', HTTP_RATE: '100000' }
  here = await startNetwork({ ...env, PUBLIC_URL: doorway.url })
  there = await startNetwork({ ...env, PUBLIC_URL: 'http://borrower.example.com' })
  doorway.leadTo(here.url)
  lender = await makeOrganisation(here, 'lender')
  borrower = await makeOrganisation(there, 'borrower')
  stranger = await makeOrganisation(there, 'stranger')
  const organisation_id = lender.id
  device = await startTracker(here, 'lent-1', { organisation_id, name: 'Crane', owner_user_id: lender.user.id })
  await device.report({ lat: -36.5, lon: 174.1, ts: at(-120) })
})
afterAll(async () => {
  await device.stop()
  await there.stop()
  await here.stop()
  await doorway.stop()
})

const offer = async (body: object = {}) =>
  (
    await lender.administrator.client.create('trackerloan', {
      tracker_id: device.id,
      ends_at: at(600),
      elsewhere: true,
      ...body,
    } as never)
  ).data as never as { id: number; code: string }
const answer = async (code: string, { accept = true, by = borrower.administrator, of = borrower.id } = {}) =>
  (await by.client.act('POST trackerloan/answer', { code, organisation_id: of, accept })).data
const borrowed = async (person: Person = borrower.staff) =>
  (await person.client.act('GET trackerloans/borrowed', { organisation_id: borrower.id })).data
const track = async (id: number, span: object = {}, person: Person = borrower.staff) =>
  (await person.client.act('GET remoteloan/track', { id, ...span })).data.points
const given = async (id: number) => (await lender.administrator.client.read('trackerloan', id)).data
const received = async (id: number) => (await borrower.administrator.client.read('remoteloan', id)).data
const status = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error) => error.status,
  )
const log = async ({ administrator, id: organisation_id }: Organisation, entity: string, entity_id: number) =>
  (await administrator.client.list('auditlog' as never, { organisation_id, entity, entity_id } as never)).data
    .map(({ action }: { action: string }) => action)
    .sort()

/** Lends it for the time of a test; it has begun a while ago on both sides. */
async function lend(work: (ids: { here: number; there: number }) => Promise<void>, body: object = {}): Promise<void> {
  const { id, code } = await offer(body)
  const begins_at = at(-60)
  await here.db.updateTable('tracker_loan').set({ begins_at }).where('id', '=', id).execute()
  const loan = await answer(code)
  try {
    await work({ here: id, there: loan.id! })
  } finally {
    doorway.open()
    await lender.administrator.client.act('POST trackerloan/end', { id }).catch(() => {})
    await expect.poll(async () => (await received(loan.id!)).state).toBe('ended')
  }
}

describe('an offer to another installation', () => {
  it('is read and answered once, by an administrator of an organisation there, and nowhere else', async () => {
    const { id, code } = await offer({ note: 'Bridge' })
    expect(code).toMatch(/^[\w-]{43}@http:\/\/127\.0\.0\.1:\d+$/)
    const read = (person: Person, organisation_id: number) =>
      person.client.act('POST trackerloan/offer', { code, organisation_id })
    expect((await read(borrower.administrator, borrower.id)).data).toMatchObject({
      lender_name: 'lender',
      tracker_name: 'Crane',
      note: 'Bridge',
      within_area: false,
      address: doorway.url,
    })
    expect(await status(read(borrower.staff, borrower.id))).toBe(403)
    expect(await status(answer(code, { by: borrower.staff }))).toBe(403)
    // Its code without the address is no offer of this installation, and its own installation borrows it not.
    const own = lender.administrator.client
    const [bare] = code.split('@')
    expect(await status(own.act('POST trackerloan/offer', { code: bare!, organisation_id: lender.id }))).toBe(404)
    expect(await status(own.act('POST trackerloan/offer', { code, organisation_id: lender.id }))).toBe(400)

    const loan = await answer(code)
    expect(loan).toEqual({ id: expect.any(Number), elsewhere: true })
    expect(await status(answer(code, { by: stranger.administrator, of: stranger.id }))).toBe(404)
    expect(await given(id)).toMatchObject({
      state: 'accepted',
      borrower_name: 'borrower',
      borrower_address: 'http://borrower.example.com',
      elsewhere: true,
    })
    expect(await received(loan.id!)).toMatchObject({ state: 'accepted', lender_name: 'lender', note: 'Bridge' })
    expect(await status(stranger.administrator.client.read('remoteloan', loan.id!))).toBe(404)
    expect(await status(stranger.administrator.client.act('POST remoteloan/end', { id: loan.id! }))).toBe(404)
    expect(await status(borrower.staff.client.act('POST remoteloan/end', { id: loan.id! }))).toBe(404)

    await borrower.administrator.client.act('POST remoteloan/end', { id: loan.id! })
    await expect.poll(async () => (await given(id)).ended_by).toBe('borrower')
    expect(await log(lender, 'trackerloan', id)).toEqual([
      'trackerloan.accept',
      'trackerloan.create',
      'trackerloan.end',
    ])
    expect(await log(borrower, 'remoteloan', loan.id!)).toEqual(['remoteloan.accept', 'remoteloan.end'])
    const kept = there.db.selectFrom('remote_loan').select(['key_sealed', 'end_due']).where('id', '=', loan.id!)
    await expect.poll(() => kept.executeTakeFirst()).toEqual({ key_sealed: null, end_due: false })
  })

  it('is declined, and leaves nothing there', async () => {
    const { id, code } = await offer()
    expect(await answer(code, { accept: false })).toEqual({ id: null, elsewhere: true })
    expect(await given(id)).toMatchObject({ state: 'declined', borrower_name: null })
  })

  it('is accepted although the receipt was lost', async () => {
    const { id, code } = await offer()
    doorway.loseAnswerOf('loan/answer')
    expect(await status(answer(code))).toBe(476)
    expect((await given(id)).state).toBe('accepted')
    const row = there.db.selectFrom('remote_loan').select('id').where('state', '=', 'offered')
    const { id: waiting } = await row.executeTakeFirstOrThrow()
    // The same code sends the same key again; without it, the key is asked about.
    expect((await answer(code)).id).toBe(waiting)
    await there.db
      .updateTable('remote_loan')
      .set({ state: 'offered', retry_at: null })
      .where('id', '=', waiting)
      .execute()
    await expect.poll(async () => (await received(waiting)).state).toBe('accepted')
    await lender.administrator.client.act('POST trackerloan/end', { id })
    await expect.poll(async () => (await received(waiting)).ended_by).toBe('lender')
  })
})

describe('while it runs', () => {
  it('Staff of the borrower see it live, and its history of the time of the loan', async () => {
    await lend(async ({ here: id, there: loan }) => {
      const live = await connectLive(there, { token: borrower.staff.token, organisation_id: borrower.id })
      const own = await connectLive(there, { token: borrower.user.token, organisation_id: borrower.id })
      await device.report({ lat: -36.6, lon: 174.2, ts: at(-30), speed: 9 })
      await live.receive('lent', (positions) => positions[0].lon === 174.2)
      await device.report({ lat: -36.7, lon: 174.3, ts: at(-20), speed: 8 })
      await live.receive('lent', (positions) => positions[0].lon === 174.3 && positions[0].elsewhere)
      expect(await borrowed()).toMatchObject([
        {
          elsewhere: true,
          id: loan,
          tracker_name: 'Crane',
          lender_name: 'lender',
          lon: 174.3,
          speed: 8,
          failing_since: null,
        },
      ])
      expect((await track(loan, { from: at(-180), to: at(60) })).map(([, lon]) => lon)).toEqual([174.2, 174.3])
      const trip = { organisation_id: lender.id, tracker_id: device.id, kind: 'trip' }
      await writeSegment(here.db, { ...trip, from: at(-90), until: at(-40), distance_m: 1000 })
      await writeSegment(here.db, { ...trip, from: at(-30), until: at(-20), distance_m: 2000 })
      const trips = (await borrower.staff.client.act('GET remoteloan/trips', { id: loan })).data
      expect(trips.map(({ distance_m }) => distance_m)).toContain(2000)
      expect(trips.map(({ distance_m }) => distance_m)).not.toContain(1000)
      const views = (await lender.user.client.list('trackerview', { tracker_id: device.id })).data
      expect(views.map(({ viewer_name, is_borrower }) => [viewer_name, is_borrower])).toContainEqual(['borrower', true])
      expect((await log(lender, 'trackerloan', id)).filter((action) => action === 'trackerloan.read')).toHaveLength(1)

      for (const person of [borrower.user, borrower.customer, stranger.administrator]) {
        expect(await status(track(loan, {}, person))).toBe(404)
        expect(await borrowed(person).catch(() => [])).toEqual([])
      }
      expect(own.received.filter(({ name }) => name === 'lent' || name === 'loans')).toEqual([])
      live.stop()
      own.stop()
    })
  })

  it('nothing is missing after a time without a connection, and the end is sent afterwards', async () => {
    const { id, code } = await offer()
    await here.db
      .updateTable('tracker_loan')
      .set({ begins_at: at(-60) })
      .where('id', '=', id)
      .execute()
    const loan = (await answer(code)).id!
    await device.report({ lat: -36.5, lon: 174.4, ts: at(-10) })
    await expect.poll(async () => (await borrowed())[0]?.lon).toBe(174.4)
    doorway.shut()
    await expect.poll(async () => (await borrowed())[0]?.failing_since).not.toBeNull()
    for (const lon of [174.41, 174.42, 174.43]) await device.report({ lat: -36.5, lon, ts: at((lon - 174.5) * 100) })
    // One that the device had kept back.
    await device.report({ lat: -36.5, lon: 174.405, ts: at(-9.5) })
    await expect(track(loan)).rejects.toMatchObject({ status: 476 })
    doorway.open()
    await expect.poll(async () => (await borrowed())[0]?.lon).toBe(174.43)
    expect((await borrowed())[0]!.failing_since).toBeNull()
    const points = await track(loan, { from: at(-10.5), to: at(0) })
    expect(points.map(([, lon]) => lon)).toEqual([174.4, 174.405, 174.41, 174.42, 174.43])

    doorway.shut()
    await borrower.administrator.client.act('POST remoteloan/end', { id: loan })
    expect(await borrowed()).toEqual([])
    expect((await given(id)).state).toBe('accepted')
    // The lender is away for a day.
    const since = { ended_at: at(-24 * 60), retry_at: null }
    await there.db.updateTable('remote_loan').set(since).where('id', '=', loan).execute()
    doorway.open()
    await expect.poll(async () => (await given(id)).ended_by).toBe('borrower')
    const { data } = await lender.administrator.client.list(
      'auditlog' as never,
      { entity: 'trackerloan', entity_id: id } as never,
    )
    const end = (data as { action: string; details: { ended_s_ago: number } }[]).find(({ action }) =>
      action.endsWith('.end'),
    )
    expect(end!.details.ended_s_ago / 3600).toBeCloseTo(24, 1)
  })

  it('a borrower who was away for a day learns that it has ended before its time, and when', async () => {
    const { id, code } = await offer()
    const loan = (await answer(code)).id!
    await expect.poll(async () => (await received(loan)).contact_at).not.toBeNull()
    await there.db
      .updateTable('remote_loan')
      .set({ leased_until: at(60) })
      .where('id', '=', loan)
      .execute()
    await lender.administrator.client.act('POST trackerloan/end', { id })
    const times = { begins_at: at(-48 * 60), ends_at: at(-60) }
    await here.db
      .updateTable('tracker_loan')
      .set({ ...times, ended_at: at(-20 * 60) })
      .where('id', '=', id)
      .execute()
    await there.db
      .updateTable('remote_loan')
      .set({ ...times, leased_until: null, retry_at: null })
      .where('id', '=', loan)
      .execute()
    await expect.poll(async () => (await received(loan)).ended_by).toBe('lender')
    expect((Date.now() - Date.parse((await received(loan)).ended_at!)) / 3_600_000).toBeCloseTo(20, 1)
    expect(await log(borrower, 'remoteloan', loan)).toEqual(['remoteloan.accept', 'remoteloan.end'])
    const kept = there.db.selectFrom('remote_loan').select('key_sealed').where('id', '=', loan)
    await expect.poll(() => kept.executeTakeFirst()).toEqual({ key_sealed: null })
  })

  it('shows nothing outside of its area, nor before its time, nor after its end', async () => {
    const organisation_id = lender.id
    const site = { organisation_id, name: 'Site', geometry: box(175, -37, 175.5, -36) }
    const { id: boundary_id } = (await lender.administrator.client.create('boundary', site)).data
    await lend(
      async ({ here: id, there: loan }) => {
        await device.report({ lat: -36.5, lon: 175.1, ts: at(-5) })
        await expect.poll(async () => (await borrowed())[0]?.lon).toBe(175.1)
        await device.report({ lat: -36.5, lon: 175.9, ts: at(-4) })
        await expect.poll(async () => (await borrowed())[0]?.lon).toBeNull()
        expect((await track(loan)).map(([, lon]) => lon)).toEqual([175.1])
        expect(await received(loan)).not.toHaveProperty('boundary_id')
        await here.db
          .updateTable('tracker_loan')
          .set({ begins_at: at(5) })
          .where('id', '=', id)
          .execute()
        // Whatever the copy of the borrower says, the lender shows nothing before it begins.
        await expect(track(loan)).rejects.toMatchObject({ status: 476 })
        await here.db
          .updateTable('tracker_loan')
          .set({ begins_at: at(-60) })
          .where('id', '=', id)
          .execute()
        await lender.administrator.client.act('POST trackerloan/end', { id })
        await expect.poll(async () => (await received(loan)).ended_by).toBe('lender')
        expect(await status(track(loan))).toBe(404)
      },
      { boundary_id },
    )
  })
})

it('a hostile borrower learns nothing with other keys, and its requests are bounded', async () => {
  const { id, code } = await offer()
  const loan = await answer(code)
  const post = (path: string, body: object) =>
    fetch(`${here.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(async (reply) => ({ status: reply.status, body: await reply.json() }))
  const key = 'x'.repeat(43)
  for (const path of ['loan/position', 'loan/track', 'loan/trips', 'loan/end']) {
    expect(await post(path, { key })).toMatchObject({ status: 404, body: { code: 'not_found', field: 'key' } })
    expect((await post(path, { key: '' })).status).toBe(400)
  }
  expect((await post('loan/position', { key, wait_s: 3600 })).status).toBe(400)
  const other = { organisation_name: 'Mallory', address: 'https://mallory.example.com', key, accept: true }
  expect((await post('loan/answer', { ...other, code: code.split('@')[0] })).status).toBe(404)
  await lender.administrator.client.act('POST trackerloan/end', { id })
  await expect.poll(async () => (await received(loan.id!)).state).toBe('ended')
  const tries = await Promise.all(Array.from({ length: 120 }, () => post('loan/position', { key })))
  expect(tries.map(({ status: of }) => of)).toContain(429)
})
