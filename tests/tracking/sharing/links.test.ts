import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import { endArrived } from '#api/tracking/sharing/end_on_arrival.ts'
import { purgeDeleted } from '#api/upkeep.ts'
import { type Device, type Network, startTracker } from '../../network.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let ours: Organisation
let ute: Device
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  const owner_user_id = ours.user.id
  ute = await startTracker(network, '860000000000007', { organisation_id: ours.id, name: 'Ute', owner_user_id })
  await ute.report({
    lat: -36.85,
    lon: 174.75,
    ts: '2026-11-20T00:00:00Z',
    speed: 3,
    heading: 90,
    accuracy: 8,
    battery: 7,
  })
  await ute.report({
    lat: -36.86,
    lon: 174.76,
    ts: '2026-11-20T00:01:00Z',
    speed: 4,
    heading: 91,
    accuracy: 9,
    battery: 6,
  })
})
afterAll(async () => {
  await ute?.stop()
})

const soon = (hours = 1) => new Date(Date.now() + hours * 3600_000).toISOString()

async function share(client = ours.user.client, expires_at = soon()) {
  const { data } = await client.create('sharelink', { tracker_id: ute.id, expires_at })
  return { id: data.id, token: data.token as string, expires_at: data.expires_at }
}

/** Reads the position without a session. */
async function readPosition(token: string) {
  return createClient({ base: network.url, retries: 0 })
    .call('POST', 'share/position', { token })
    .then(({ data }) => data)
    .catch(({ status, message }) => ({ status, message }))
}

describe('a share link', () => {
  it('shows the current position, and nothing else', async () => {
    const { token, expires_at } = await share()
    const fix = {
      position: { type: 'Point', coordinates: [174.76, -36.86] },
      fix_at: '2026-11-20T00:01:00Z',
      speed: 4,
      heading: 91,
      accuracy: 9,
    }
    const nothing_more = {
      trail: [],
      distance_m: null,
      arrives_at: null,
      earliest_at: null,
      latest_at: null,
      there: false,
    }
    expect(await readPosition(token)).toEqual({
      name: 'Ute',
      begins_at: null,
      expires_at,
      shared_by: expect.any(String),
      single: true,
      place: null,
      trip: null,
      trackers: [{ key: expect.stringMatching(/^[\w-]{16}$/), name: 'Ute', ...fix, ...nothing_more }],
    })
  })

  it('shows no number without a name, and the last fix if the last report had none', async () => {
    const { token } = await share()
    await network.db.updateTable('tracker').set({ name: null }).where('id', '=', ute.id).execute()
    await network.db.updateTable('tracker_state').set({ valid: false }).where('tracker_id', '=', ute.id).execute()
    const shown = await readPosition(token)
    expect(shown).toMatchObject({ name: null, trackers: [{ name: null, position: { coordinates: [174.76, -36.86] } }] })
    expect(JSON.stringify(shown)).not.toContain('860000000000007')
    await network.db.updateTable('tracker').set({ name: 'Ute' }).where('id', '=', ute.id).execute()
  })

  it('grants no other access: its token cannot sign in', async () => {
    const { token } = await share()
    for (const path of ['trackers', `tracker?id=${ute.id}`, 'trackerevents', 'sharelinks', 'boundaries', 'user/data']) {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${network.url}/api/v1/${path}`, { headers })
      expect(response.status, path).toBe(401)
    }
  })

  it('is shown once, and only its hash is stored', async () => {
    const { id, token } = await share()
    const { data } = await ours.user.client.read('sharelink', id)
    expect(JSON.stringify(data)).not.toContain(token)
    const kept = await network.db.selectFrom('share_link').selectAll().where('id', '=', id).execute()
    expect(JSON.stringify(kept)).not.toContain(token)
  })

  it('ends when it is revoked', async () => {
    const { id, token } = await share()
    await ours.administrator.client.remove('sharelink', id)
    expect(await readPosition(token)).toEqual({ status: 469, message: 'This link does not work, or not any more.' })
  })

  it('ends when it expires, and is purged a month later', async () => {
    const { id, token } = await share()
    const expire = (expires_at: string) =>
      network.db.updateTable('share_link').set({ expires_at }).where('id', '=', id).execute()
    await expire(soon(-1))
    expect(await readPosition(token)).toEqual({ status: 470, message: 'This link has expired.' })
    await expire(soon(-31 * 24))
    await purgeDeleted(network.server.api.context)
    expect(await readPosition(token)).toMatchObject({ status: 469 })
  })

  it('of Staff works while they see the tracker', async () => {
    const { token } = await share(ours.staff.client)
    expect(await readPosition(token)).toMatchObject({ name: 'Ute' })
    const { data: group } = await ours.administrator.client.create('trackergroup', {
      organisation_id: ours.id,
      name: 'Others',
    })
    const staff = (await ours.administrator.client.list('membership', { organisation_id: ours.id })).data
    const { id } = staff.find(({ user_id }) => user_id === ours.staff.id)!
    const limit = (group_ids: number[] | null) =>
      ours.administrator.client.update('membership', { id, role_name: 'Staff', group_ids })
    await limit([group.id])
    expect(await readPosition(token)).toMatchObject({ status: 469 })
    await limit(null)
    expect(await readPosition(token)).toMatchObject({ name: 'Ute' })
  })

  it('ends when its creator may no longer share the tracker', async () => {
    const { token } = await share()
    const owner = (owner_user_id: number | null) =>
      network.db.updateTable('tracker').set({ owner_user_id }).where('id', '=', ute.id).execute()
    await owner(null)
    expect(await readPosition(token)).toMatchObject({ status: 469 })
    await owner(ours.user.id)
    expect(await readPosition(token)).toMatchObject({ name: 'Ute' })
  })

  it.each(['active', 'removed'])('shows nothing of a tracker that is not %s', async (how) => {
    const other = await startTracker(network, `other-${how}`, { organisation_id: ours.id })
    const { data } = await network.admin.create('sharelink', { tracker_id: other.id, expires_at: soon() })
    if (how === 'active') await network.admin.update('tracker', { id: other.id, active: false })
    else await network.admin.remove('tracker', other.id)
    expect(await readPosition(data.token as string)).toMatchObject({ status: 469 })
    await other.stop()
  })

  it.each([
    ['', 'an expiry that is no time'],
    [soon(-1), 'expires_at: must be in the future.'],
    [soon(32 * 24), 'expires_at: at most 31 days ahead.'],
  ])('until “%s” is refused: %s', async (expires_at, message) => {
    const created = ours.user.client.create('sharelink', { tracker_id: ute.id, expires_at })
    await expect(created).rejects.toMatchObject(expires_at ? { status: 400, message } : { status: 400 })
  })

  it('is limited to twenty for each tracker', async () => {
    const van = await startTracker(network, 'van', { organisation_id: ours.id })
    const create = () => network.admin.create('sharelink', { tracker_id: van.id, expires_at: soon() })
    const made = await Promise.allSettled(Array.from({ length: 24 }, create))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    await expect(create()).rejects.toMatchObject({ status: 476 })
    await van.stop()
  })

  it('cannot be guessed', async () => {
    const statuses = []
    for (let i = 0; i < 102; i++) statuses.push((await readPosition(`guess-${i}`)).status)
    expect(statuses.slice(0, 90)).toEqual(Array(90).fill(469))
    expect(statuses.at(-1)).toBe(429)
    // Guesses do not block users of a valid link.
    expect(await readPosition((await share()).token)).toMatchObject({ name: 'Ute' })
  })
})

describe('a link with a password', () => {
  it('shows nothing without it, and takes twenty wrong ones from a network', async () => {
    const { data } = await ours.user.client.create('sharelink', {
      tracker_id: ute.id,
      expires_at: soon(),
      password: 'Ngāmotu 1',
    })
    expect(data).not.toHaveProperty('password_tag')
    const guest = createClient({ base: network.url, retries: 0 })
    const read = (password?: string) =>
      guest
        .act('POST share/position', { token: String(data.token), ...(password && { password }) })
        .then(({ data }) => data.trackers.length)
        .catch(({ code, field }) => [code, field])
    expect(await read()).toEqual(['link_password_required', 'password'])
    // As another keyboard composes the letter.
    expect(await read('Ngāmotu 1'.normalize('NFD'))).toBe(1)
    for (let i = 0; i < 20; i++) expect(await read(`guess ${i}`)).toEqual(['link_password_wrong', 'password'])
    expect(await read('one more')).toEqual(['too_many_requests', 'password'])
    expect(await read('Ngāmotu 1')).toEqual(['too_many_requests', 'password'])
    const { data: seen } = await ours.user.client.read('sharelink', data.id)
    expect(seen).toMatchObject({ has_password: true, views: 0 })
    expect(JSON.stringify(seen)).not.toMatch(/tag|sha256/)
    await expect(
      ours.user.client.create('sharelink', { tracker_id: ute.id, expires_at: soon(), password: 'short' }),
    ).rejects.toMatchObject({ field: 'password' })
  })

  it('counts how often it was opened, not how often it was asked', async () => {
    const { id, token } = await share()
    const guest = createClient({ base: network.url })
    for (const opened of [true, false, false, true]) await guest.act('POST share/position', { token, opened })
    const { data } = await ours.user.client.read('sharelink', id)
    expect(data).toMatchObject({ views: 2, viewed_at: expect.any(String) })
  })
})

describe('a link that ends on arrival', () => {
  it('ends minutes after its tracker came near the place, and not before it began', async () => {
    const { organisation_id } = (await ours.administrator.client.read('tracker', ute.id)).data
    const place = await ours.administrator.client.create('location', {
      organisation_id,
      name: 'Wharf',
      position: { type: 'Point', coordinates: [174.8, -36.84] },
    })
    const van = await startTracker(network, '860000000000008', { organisation_id, name: 'Van' })
    const { client } = ours.administrator
    const arriving = { tracker_id: van.id, expires_at: soon(20), ends_on_arrival: true, location_id: place.data.id }
    const now = (await client.create('sharelink', arriving)).data
    const later = (await client.create('sharelink', { ...arriving, begins_at: soon() })).data
    await van.report({ lat: -36.85, lon: 174.75 })
    await endArrived(network.db)
    expect((await client.read('sharelink', now.id)).data.arrived_at).toBeNull()
    // It stops for a moment, and drives on.
    await van.report({ lat: -36.8401, lon: 174.8001 })
    await van.report({ lat: -36.85, lon: 174.75 })
    await endArrived(network.db)
    const { arrived_at, expires_at } = (await client.read('sharelink', now.id)).data
    expect(arrived_at).not.toBeNull()
    expect(Date.parse(expires_at)).toBeLessThan(Date.now() + 11 * 60_000)
    expect((await client.read('sharelink', later.id)).data.arrived_at).toBeNull()
    await van.stop()
  })

  it.each([
    ['without a place', {}, 'location_id'],
    ['to several trackers', { tracker_id: undefined, tracker_ids: [1], location_id: 1 }, 'ends_on_arrival'],
  ])('is refused %s', async (_, body, field) => {
    const asked = { tracker_id: ute.id, expires_at: soon(), ends_on_arrival: true, ...body }
    await expect(ours.administrator.client.create('sharelink', asked)).rejects.toMatchObject({ field })
  })
})
