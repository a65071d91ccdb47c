import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { box, type Network, startTracker } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Organisation
let others: Organisation
let yard: number
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'freight')
  others = await makeOrganisation(network, 'others')
  const { data } = await network.admin.create('boundary', {
    organisation_id: ours.id,
    name: 'Yard',
    owner_user_id: null,
    geometry: box(174.7, -36.9, 174.8, -36.8),
  })
  yard = data.id
  await report(
    'inside',
    { lat: -36.7259, lon: 174.7, battery: 80, speed: 5 },
    { lat: -36.85, lon: 174.75, battery: 12 },
  )
  await report('outside', { lat: -36.7, lon: 174.73, battery: 55, speed: 12.5 })
  await network.admin.create('tracker', { number: 'never', organisation_id: ours.id })
  await addSilent()
  // Contacts are written some time after their reports.
  await vi.waitFor(async () => expect(await numbersOf({ silent_s: 0 })).toHaveLength(3), { timeout: 60_000 })
})

async function report(number: string, ...positions: object[]): Promise<void> {
  const owner_user_id = number === 'outside' ? ours.user.id : null
  const tracker = await startTracker(network, number, { organisation_id: ours.id, owner_user_id })
  for (const position of positions) await tracker.report(position)
  await tracker.stop()
}

/** Offline for two days: written as the gateway writes it, since no device can wait so long. */
async function addSilent(): Promise<void> {
  const { data } = await network.admin.create('tracker', { number: 'silent', organisation_id: ours.id })
  await sql`update tracker_state set event_id = nextval('tracker_event_id_seq'), event = 'position', valid = true,
      fix_at = now() - interval '2 days', received = now() - interval '2 days', outside_boundary = false,
      position = st_setsrid(st_makepoint(174.75, -36.85), 4326), attributes = '{"battery": "low"}'
    where tracker_id = ${data.id}`.execute(network.db)
  await sql`insert into tracker_presence (organisation_id, tracker_id, online, changed_at, seen_at, contact)
    values (${ours.id}, ${data.id}, false, now() - interval '2 days', now() - interval '2 days', 'closed')`.execute(
    network.db,
  )
}

const numbersOf = async (query: object, { client } = ours.staff) => {
  const { data } = await client.list('tracker', { sort: 'number', ...query })
  return data.map(({ number }) => number)
}

it('lists the status, last position, speed, battery and owner of each tracker', async () => {
  const { data } = await ours.staff.client.list('tracker', { sort: 'number' })
  expect(
    data.map(({ number, state, speed, battery, owner_name }) => [number, state, speed, battery, owner_name]),
  ).toEqual([
    ['inside', 'inside', null, 12, null],
    ['never', 'never', null, null, null],
    ['outside', 'outside', 12.5, 55, 'freight-user'],
    ['silent', 'offline', null, null, null],
  ])
  expect(data[2]!.position).toEqual({ type: 'Point', coordinates: [174.73, -36.7] })
  expect(data[1]).toMatchObject({ position: null, seen_at: null, online: false })
})

it.each([
  [{ state: 'outside' }, ['outside']],
  [{ state: 'offline' }, ['silent']],
  [{ state: 'inside' }, ['inside']],
  [{ state: 'never' }, ['never']],
  [{ state: 'unknown' }, []],
  [{ state: 'inactive' }, []],
  [{ battery_below: 50 }, ['inside']],
  [{ battery_below: 100 }, ['inside', 'outside']],
  [{ silent_s: 86_400 }, ['silent']],
  [{ silent_s: 0 }, ['inside', 'outside', 'silent']],
  [{ silent_s: 86_400, battery_below: 50 }, []],
] as const)('filters by %o', async (query, expected) => {
  expect(await numbersOf(query)).toEqual(expected)
})

it('filters by owner and by the boundary that the last position is in', async () => {
  expect(await numbersOf({ owner_user_id: ours.user.id })).toEqual(['outside'])
  expect(await numbersOf({ boundary_id: yard })).toEqual(['inside', 'silent'])
  expect(await numbersOf({ boundary_id: yard, state: 'offline' })).toEqual(['silent'])
})

it('shows Users their own trackers, and nobody those or boundaries of another organisation', async () => {
  expect(await numbersOf({}, ours.user)).toEqual(['outside'])
  expect(await numbersOf({ state: 'offline' }, ours.user)).toEqual([])
  expect(await numbersOf({ boundary_id: yard }, others.administrator)).toEqual([])
  await network.admin.create('tracker', { number: 'theirs', organisation_id: others.id })
  expect(await numbersOf({ silent_s: 0 }, others.administrator)).toEqual([])
  expect(await numbersOf({ state: 'never' }, others.administrator)).toEqual(['theirs'])
  expect(await numbersOf({ owner_user_id: ours.user.id }, others.administrator)).toEqual([])
})

it('a boundary of another person does not tell where trackers are', async () => {
  const { data } = await network.admin.create('boundary', {
    organisation_id: ours.id,
    name: 'Home of Staff',
    owner_user_id: ours.staff.id,
    geometry: box(170, -40, 179, -30),
  })
  expect(await numbersOf({ boundary_id: data.id }, ours.user)).toEqual([])
  expect(await numbersOf({ boundary_id: yard }, ours.user)).toEqual([])
  expect(await numbersOf({ boundary_id: data.id })).toHaveLength(3)
})

it('refuses filters out of range, by name', async () => {
  for (const [name, value] of Object.entries({ state: 'lost', battery_below: 101, silent_s: -1, boundary_id: 0 })) {
    const response = await fetch(`${network.url}/api/v1/trackers?${name}=${value}`, {
      headers: { authorization: `Bearer ${ours.staff.token}` },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'bad_request', field: name })
  }
})

it('exports the same as CSV, with the place in words', async () => {
  const response = await fetch(`${network.url}/api/v1/trackers?format=csv&sort=number&silent_s=0`, {
    headers: { authorization: `Bearer ${ours.staff.token}` },
  })
  const [head, ...lines] = (await response.text()).trim().split('\n')
  const columns = head!.split(',')
  expect(columns).toEqual(expect.arrayContaining(['state', 'seen_at', 'speed', 'battery', 'owner_name', 'place']))
  expect(columns.at(-1)).toBe('place')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('outside')
  expect(lines[1]).toMatch(/,(\d+ km [NESW]{1,2} of )?[A-Z][^,]+$/)
})
