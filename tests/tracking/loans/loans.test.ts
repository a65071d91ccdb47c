import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import { holdOrganisation, releaseOrganisation } from '#db/moving/hold.ts'
import { box, connectLive, type Device, type Network, startTracker } from '../../network.ts'
import { makeKey, makeOrganisation, makePerson, type Organisation, type Person } from '../../seeds/people.ts'
import { writeSegment } from '../../seeds/segments.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let lender: Organisation
let borrower: Organisation
let stranger: Organisation
let device: Device
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const of = (person: Person) => person.client

beforeAll(async () => {
  network = await sharedNetwork()
  lender = await makeOrganisation(network, 'lender')
  borrower = await makeOrganisation(network, 'borrower')
  stranger = await makeOrganisation(network, 'stranger')
  const organisation_id = lender.id
  device = await startTracker(network, 'lent-1', { organisation_id, name: 'Crane', owner_user_id: lender.user.id })
  const geometry = box(174.0, -37, 174.5, -36)
  await of(lender.administrator).create('boundary', { organisation_id, name: 'Secret yard', geometry })
  await device.report({ lat: -36.5, lon: 174.1, ts: at(-120) })
})
afterAll(() => device.stop())

const offer = async (body: object = {}, person = lender.administrator) =>
  (await of(person).create('trackerloan', { tracker_id: device.id, ends_at: at(600), ...body } as never))
    .data as never as { id: number; code: string }
const answer = (code: string, { accept = true, by = borrower.administrator, organisation_id = borrower.id } = {}) =>
  of(by).act('POST trackerloan/answer', { code, organisation_id, accept })
const end = (id: number, by = lender.administrator) => of(by).act('POST trackerloan/end', { id })
const borrowed = async (person: Person, organisation_id = borrower.id) =>
  (await of(person).act('GET trackerloans/borrowed', { organisation_id })).data
const track = async (id: number, person = borrower.staff, span: object = {}) =>
  (await of(person).act('GET trackerloan/track', { id, ...span })).data.points
const status = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error) => error.status,
  )
/** Lends it for the time of a test; it has begun a while ago. */
async function lend(work: (id: number) => Promise<void>, body: object = {}, began = -60): Promise<void> {
  const { id, code } = await offer(body)
  await answer(code)
  await network.db
    .updateTable('tracker_loan')
    .set({ begins_at: at(began) })
    .where('id', '=', id)
    .execute()
  try {
    await work(id)
  } finally {
    await end(id).catch(() => {})
  }
}

describe('an offer', () => {
  it('is read and answered with its code, by an administrator of another organisation, once', async () => {
    const { id, code } = await offer({ note: 'Bridge' })
    const read = (person: Person, organisation_id: number) =>
      of(person).act('POST trackerloan/offer', { code, organisation_id })
    expect((await read(borrower.administrator, borrower.id)).data).toEqual({
      lender_name: 'lender',
      tracker_name: 'Crane',
      note: 'Bridge',
      begins_at: expect.any(String),
      ends_at: expect.any(String),
      within_area: false,
      address: null,
    })
    expect(await status(read(borrower.staff, borrower.id))).toBe(403)
    expect(await status(answer(code, { by: borrower.staff }))).toBe(403)
    expect(await status(answer(code, { organisation_id: stranger.id }))).toBe(404)
    await expect(answer(`${code}x`)).rejects.toMatchObject({ status: 404, field: 'code' })
    await expect(answer(code, { by: lender.administrator, organisation_id: lender.id })).rejects.toMatchObject({
      field: 'organisation_id',
    })
    await answer(code)
    expect(await status(answer(code))).toBe(404)
    expect(await status(answer(code, { by: stranger.administrator, organisation_id: stranger.id }))).toBe(404)
    expect(await status(end(id, stranger.administrator))).toBe(404)
    expect(await status(end(id, borrower.staff))).toBe(404)
    await end(id, borrower.administrator)
    expect((await of(lender.administrator).read('trackerloan', id)).data).toMatchObject({
      state: 'ended',
      ended_by: 'borrower',
      borrower_name: 'borrower',
    })
    const log = async ({ administrator, id: organisation_id }: Organisation) =>
      (await of(administrator).list('auditlog' as never, { organisation_id, entity: 'trackerloan' } as never)).data
        .map(({ action, user_id }: { action: string; user_id: number | null }) => [action, user_id])
        .sort()
    expect(await log(lender)).toEqual([
      ['trackerloan.accept', null],
      ['trackerloan.create', lender.administrator.id],
      ['trackerloan.end', null],
    ])
    expect(await log(borrower)).toEqual([
      ['trackerloan.accept', borrower.administrator.id],
      ['trackerloan.end', borrower.administrator.id],
    ])
  })

  it('is declined without a trace of who has declined it', async () => {
    const { id, code } = await offer()
    await answer(code, { accept: false })
    expect((await of(lender.staff).read('trackerloan', id)).data).toMatchObject({
      state: 'declined',
      borrower_name: null,
      over: true,
    })
    expect(await status(of(borrower.administrator).read('trackerloan', id))).toBe(404)
  })

  it('does not overlap another, and has its limits', async () => {
    const first = await offer({ begins_at: at(60), ends_at: at(120) })
    await expect(offer({ begins_at: at(90), ends_at: at(150) })).rejects.toMatchObject({ field: 'begins_at' })
    const second = await offer({ begins_at: at(120), ends_at: at(150) })
    for (const { id } of [first, second]) await end(id)
    await expect(offer({ ends_at: at(-1) })).rejects.toMatchObject({ field: 'ends_at' })
    await expect(offer({ begins_at: at(-10) })).rejects.toMatchObject({ field: 'begins_at' })
    await expect(offer({ ends_at: at(60 * 24 * 367) })).rejects.toMatchObject({ field: 'ends_at' })
    const geometry = box(0, 0, 1, 1)
    const theirs = { organisation_id: stranger.id, name: 'Theirs', geometry }
    const { id: boundary_id } = (await of(stranger.administrator).create('boundary', theirs)).data
    await expect(offer({ boundary_id })).rejects.toMatchObject({ status: 404, field: 'boundary_id' })
  })

  it('is made by administrators, not by Staff, owners, impersonators, keys of scope write and strangers', async () => {
    expect(await status(offer({}, lender.staff))).toBe(403)
    expect(await status(offer({}, lender.user))).toBe(403)
    expect(await status(offer({}, borrower.administrator))).toBe(404)
    const key = await makeKey(lender.administrator, { organisation_id: lender.id, scopes: ['read', 'write'] })
    const keyed = createClient({ base: network.url, token: () => key, retries: 0 })
    expect(await status(keyed.create('trackerloan', { tracker_id: device.id, ends_at: at(60) } as never))).toBe(403)
    const { data } = await network.admin.call<{ data: { token: string } }>('POST', 'user/impersonate', {
      id: lender.administrator.id,
    })
    const impersonator = createClient({ base: network.url, token: () => data.token, retries: 0 })
    const made = impersonator.create('trackerloan', { tracker_id: device.id, ends_at: at(60) } as never)
    expect(await status(made)).toBe(403)
  })
})

it('an installation without a public address offers nothing to others, and asks none in its own network', async () => {
  await expect(offer({ elsewhere: true })).rejects.toMatchObject({ status: 400, field: 'elsewhere' })
  const code = `${'x'.repeat(43)}@https://127.0.0.1:1`
  await expect(answer(code)).rejects.toMatchObject({ status: 476, message: expect.stringContaining('private network') })
})

describe('while it runs', () => {
  it('Staff of the borrower see it live and its history of the time of the loan, and nothing else of it', async () => {
    await lend(async (id) => {
      await device.report({ lat: -36.6, lon: 174.2, ts: at(-30), speed: 9 })
      await device.report({ lat: -36.7, lon: 174.3, ts: at(-20), speed: 8 })
      await expect.poll(async () => (await borrowed(borrower.staff))[0]?.lon).toBe(174.3)
      expect(await borrowed(borrower.staff)).toMatchObject([{ id, lender_name: 'lender', tracker_name: 'Crane' }])
      expect((await track(id)).map(([, lon]) => lon)).toEqual([174.2, 174.3])
      // What was before is not lent, whatever is asked for.
      expect(await track(id, borrower.staff, { from: at(-180), to: at(60) })).toHaveLength(2)

      const times = (from: number, until: number) => ({ from: at(from), until: at(until) })
      const owned = { organisation_id: lender.id, tracker_id: device.id, kind: 'trip' }
      await writeSegment(network.db, { ...owned, ...times(-90, -40), distance_m: 1000 })
      await writeSegment(network.db, { ...owned, ...times(-30, -20), distance_m: 2000 })
      const trips = (await of(borrower.staff).act('GET trackerloan/trips', { id })).data
      // That of the reports may have been found, too.
      const driven = trips.map(({ distance_m }) => distance_m)
      expect(driven).toContain(2000)
      expect(driven).not.toContain(1000)
      expect(Object.keys(trips[0]!)).not.toContain('driver_name')

      const organisation_id = lender.id
      for (const { client } of [borrower.staff, borrower.administrator]) {
        expect((await client.list('tracker', { organisation_id })).data).toEqual([])
        expect((await client.list('trackerevent', { tracker_id: device.id })).data).toEqual([])
        expect((await client.list('boundary', { organisation_id })).data).toEqual([])
        expect(await status(client.read('tracker', device.id))).toBe(404)
        expect(await status(client.update('tracker', { id: device.id, name: 'Mine' }))).toBe(404)
        expect(await status(client.create('sharelink', { tracker_id: device.id, expires_at: at(9) } as never))).toBe(
          404,
        )
        const command = { tracker_id: device.id, type: 'locate' }
        expect(await status(client.create('trackercommand', command as never))).not.toBe(200)
        expect(await status(client.create('trackerloan', { tracker_id: device.id, ends_at: at(9) } as never))).toBe(404)
      }
      const read = (await of(lender.administrator).list(
        'auditlog' as never,
        { organisation_id, action: 'trackerloan.read' } as never,
      )) as { data: unknown[] }
      expect(read.data).toHaveLength(1)
      const views = await of(lender.user).list('trackerview', { organisation_id })
      const looks = views.data.map(({ viewer_name, is_borrower }) => [viewer_name, is_borrower])
      expect(looks).toContainEqual(['borrower', true])
      expect(JSON.stringify(looks)).not.toContain(borrower.staff.username)
      for (const person of [lender.administrator, borrower.administrator, stranger.administrator]) {
        expect((await of(person).list('trackerview', {})).data).toEqual([])
      }
    })
  })

  it('others see nothing: Users, Customers, limited Staff, strangers, and Staff of the lender by this way', async () => {
    const group = { organisation_id: borrower.id, name: 'Some' }
    const { id: group_id } = (await of(borrower.administrator).create('trackergroup', group)).data
    const limited = await makePerson(network, 'borrower-limited', borrower.id, 'Staff')
    await network.db.updateTable('membership').set({ limited: true }).where('user_id', '=', limited.id).execute()
    await sql`insert into membership_group (organisation_id, membership_id, group_id)
      select organisation_id, id, ${group_id} from membership where user_id = ${limited.id}`.execute(network.db)
    await lend(async (id) => {
      for (const person of [borrower.user, borrower.customer, limited, stranger.administrator, lender.staff]) {
        expect(await status(track(id, person))).toBe(404)
        expect(await borrowed(person).catch(() => [])).toEqual([])
      }
      expect(await status(of(stranger.administrator).read('trackerloan', id))).toBe(404)
      expect(await status(of(borrower.user).read('trackerloan', id))).toBe(404)
      // Its owner sees to whom it is lent.
      expect((await of(lender.user).read('trackerloan', id)).data.borrower_name).toBe('borrower')
      const key = await makeKey(borrower.staff, { organisation_id: borrower.id, scopes: ['read'] })
      const keyed = createClient({ base: network.url, token: () => key, retries: 0 })
      expect((await keyed.act('GET trackerloan/track', { id })).data.points).toEqual(expect.any(Array))
      expect(await status(keyed.act('POST trackerloan/end', { id }))).toBe(403)
    })
  })

  it('tells nothing outside of its area, nor anything once the boundary is deleted', async () => {
    const organisation_id = lender.id
    const geometry = box(175, -37, 175.5, -36)
    const { id: boundary_id } = (
      await of(lender.administrator).create('boundary', { organisation_id, name: 'Site', geometry })
    ).data
    await lend(
      async (id) => {
        await device.report({ lat: -36.5, lon: 175.1, ts: at(-15) })
        await device.report({ lat: -36.5, lon: 175.9, ts: at(-14) })
        await expect.poll(async () => (await track(id)).map(([, lon]) => lon)).toEqual([175.1])
        expect(await borrowed(borrower.staff)).toMatchObject([{ id, within_area: true, lon: null, fix_at: null }])
        const { data: theirs } = await of(borrower.administrator).read('trackerloan', id)
        expect(theirs).toMatchObject({ within_area: true, boundary_id: null, area_name: null })
        expect((await of(lender.staff).read('trackerloan', id)).data.area_name).toBe('Site')
        await of(lender.administrator).remove('boundary', boundary_id)
        expect(await track(id)).toEqual([])
      },
      { boundary_id },
      -17,
    )
  })

  it('is in the live room of the borrower until it ends', async () => {
    await lend(
      async (id) => {
        const live = await connectLive(network, { token: borrower.staff.token, organisation_id: borrower.id })
        const own = await connectLive(network, { token: borrower.user.token, organisation_id: borrower.id })
        let lon = 174.11
        await expect
          .poll(
            async () => {
              lon += 0.001
              await device.report({ lat: -36.5, lon, ts: at(0) })
              return live.received.some(({ name }) => name === 'lent')
            },
            { interval: 300 },
          )
          .toBe(true)
        const [position] = live.received.find(({ name }) => name === 'lent')!.body as object[]
        expect(Object.keys(position!).sort()).toEqual(['elsewhere', 'fix_at', 'heading', 'id', 'lat', 'lon', 'speed'])
        // A clock that is wrong tells nothing of other times.
        await new Promise((resolve) => setTimeout(resolve, 300))
        const before = live.received.length
        await device.report({ lat: -36.5, lon: 174.4, ts: at(-180) })
        await end(id)
        await live.receive('loans', (body) => (body as { id: number }).id === id)
        await device.report({ lat: -36.5, lon: 174.41, ts: at(0.1) })
        await new Promise((resolve) => setTimeout(resolve, 500))
        expect(live.received.slice(before).filter(({ name }) => name === 'lent')).toEqual([])
        expect(own.received.filter(({ name }) => name === 'lent' || name === 'loans')).toEqual([])
        expect(live.received.filter(({ name }) => name === 'positions')).toEqual([])
        expect(await status(track(id))).toBe(404)
        live.stop()
        own.stop()
      },
      {},
      -1,
    )
  })

  it('what its owner keeps private has no place for the borrower either, live or later', async () => {
    const settings = { organisation_id: lender.id, private_mode: true }
    await of(lender.administrator).call('POST', 'organisationconfig/save', settings)
    const keep = (is_private: boolean) =>
      of(lender.user).act('POST tracker/private', { tracker_id: device.id, private: is_private })
    await lend(
      async (id) => {
        await device.report({ lat: -36.6, lon: 174.27, ts: at(-0.02) })
        // Among them: reports of the tests before may be some seconds later than this one.
        await expect.poll(async () => (await track(id)).map(([, lon]) => lon)).toContain(174.27)
        await keep(true)
        await device.report({ lat: -36.6, lon: 174.28, ts: at(0.02) })
        expect(JSON.stringify(await track(id, borrower.staff, { to: at(10) }))).not.toContain('174.28')
        expect(JSON.stringify(await borrowed(borrower.staff))).not.toContain('174.28')
        await keep(false)
      },
      {},
      -2,
    )
  })

  it('private trips, and organisations on hold, are not shown', async () => {
    await lend(async (id) => {
      await device.report({ lat: -36.6, lon: 174.25, ts: at(-5) })
      const seen = async () => (await track(id)).length
      await expect.poll(seen).toBeGreaterThan(0)
      await sql`insert into private_trip (organisation_id, tracker_id, began_at, ended_at, hidden_until)
        values (${lender.id}, ${device.id}, ${at(-600)}, ${at(60)}, ${at(60)})`.execute(network.db)
      expect(await seen()).toBe(0)
      expect(await borrowed(borrower.staff)).toMatchObject([{ lon: null }])
      await network.db.deleteFrom('private_trip').where('tracker_id', '=', device.id).execute()
      await holdOrganisation(network.db, lender.id)
      expect(await status(track(id))).toBe(404)
      await releaseOrganisation(network.db, lender.id)
      expect(await seen()).toBeGreaterThan(0)
    })
  })

  it('ends by itself at its time, with its tracker, and with the organisation that borrows it', async () => {
    await lend(async (id) => {
      await sql`update tracker_loan set ends_at = now() where id = ${id}`.execute(network.db)
      expect(await status(track(id))).toBe(404)
      expect(await borrowed(borrower.staff)).toEqual([])
      expect((await of(borrower.staff).read('trackerloan', id)).data.over).toBe(true)
    })
    const gone = await makeOrganisation(network, 'gone')
    const { id, code } = await offer()
    await answer(code, { by: gone.administrator, organisation_id: gone.id })
    await network.db.deleteFrom('membership').where('organisation_id', '=', gone.id).execute()
    await network.db.deleteFrom('organisation').where('id', '=', gone.id).execute()
    expect(await status(of(lender.administrator).read('trackerloan', id))).toBe(404)
    const other = await startTracker(network, 'lent-2', { organisation_id: lender.id })
    const loan = await offer({ tracker_id: other.id })
    await answer(loan.code)
    await other.stop()
    await of(lender.administrator).remove('tracker', other.id)
    expect(await borrowed(borrower.staff)).toEqual([])
  })
})
