import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { box, type Network, startTracker } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let people: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  people = await makeOrganisation(network, 'freight')
  const organisation_id = people.id
  const yard = box(174.7, -36.9, 174.8, -36.8)
  await network.admin.create('boundary', { organisation_id, name: 'Yard', rule: 'keep_out', geometry: yard })
})

const isOnline = async (id: number) => (await network.admin.read('tracker', id)).data.online
const alertsOf = async (tracker_id: number) => (await network.admin.list('alert', { tracker_id, sort: 'id' })).data

it('an offline tracker is an alert until it reports again; an interruption of less than a minute is not kept', async () => {
  const tracker = await startTracker(network, 'silent', { organisation_id: people.id, interval_s: 1 })
  await tracker.report({ lat: 0, lon: 0 })
  await expect.poll(() => isOnline(tracker.id)).toBe(true)
  await expect.poll(() => isOnline(tracker.id)).toBe(false)
  expect(await alertsOf(tracker.id)).toMatchObject([{ kind: 'offline', rule: null, ended_at: null }])
  await tracker.report({ lat: 0, lon: 0 })
  await expect.poll(() => isOnline(tracker.id)).toBe(true)
  expect(await alertsOf(tracker.id)).toEqual([])

  await expect.poll(() => isOnline(tracker.id)).toBe(false)
  await sql`update alert set started_at = started_at - interval '2 minutes' where tracker_id = ${tracker.id}`.execute(
    network.db,
  )
  await network.admin.update('tracker', { id: tracker.id, interval_s: 3600 })
  await tracker.report({ lat: 0, lon: 0 })
  await expect.poll(() => isOnline(tracker.id)).toBe(true)
  const [alert] = await alertsOf(tracker.id)
  expect(alert).toMatchObject({ kind: 'offline', tracker_name: 'silent' })
  expect(alert!.ended_at).not.toBeNull()
  expect(alert!.duration_s).toBeGreaterThanOrEqual(120)
  await tracker.stop()
})

it('an ended alert is acknowledged with a note, which stands beside the name of its writer', async () => {
  const { user, staff, id: organisation_id } = people
  const tracker = await startTracker(network, 'van', { organisation_id, owner_user_id: user.id })
  await tracker.report({ lat: -36.85, lon: 174.75, ts: '2026-11-20T00:00:00Z' })
  await tracker.report({ lat: 0, lon: 0, ts: '2026-11-20T00:10:00Z' })
  await tracker.stop()
  const ofUser = () => user.client.list('alert', { organisation_id, kinds: ['entered_boundary', 'alarm'] })
  const [alert] = (await ofUser()).data
  expect(alert).toMatchObject({ boundary_name: 'Yard', rule: 'keep_out', duration_s: 600, acknowledged_by: null })

  await user.client.call('POST', 'alert/acknowledge', { id: alert!.id })
  const note = 'x'.repeat(501)
  await expect(staff.client.call('POST', 'alert/acknowledge', { id: alert!.id, note })).rejects.toMatchObject({
    status: 400,
    field: 'note',
  })
  await staff.client.call('POST', 'alert/acknowledge', { id: alert!.id, note: ' A delivery. ' })
  const [seen] = (await ofUser()).data
  expect(seen).toMatchObject({ acknowledged_note: 'A delivery.', acknowledged_by_user_id: staff.id })
  expect(seen!.acknowledged_by).toContain('staff')

  const group = { organisation_id, ids: [alert!.id] }
  expect((await user.client.act('POST alerts/acknowledge', { ...group, note: 'Too late' })).data.ids).toEqual([])
  expect((await ofUser()).data[0]).toMatchObject({ acknowledged_note: 'A delivery.' })

  const count = async (filter: object) => (await user.client.list('alert', { organisation_id, ...filter })).data.length
  expect(await count({ acknowledged: true })).toBe(1)
  expect(await count({ acknowledged: false, open: false })).toBe(0)
  expect(await count({ boundary_id: alert!.boundary_id! })).toBe(1)
  expect(await count({ search: 'delivery' })).toBe(1)
  expect(await count({ kinds: ['alarm', 'offline'] })).toBe(0)
})

it('alerts of one incident are acknowledged at once: those that their reader sees, and once', async () => {
  const { user, staff, id: organisation_id } = people
  const trackers = await Promise.all(
    ['north', 'south'].map((name, i) =>
      startTracker(network, name, { organisation_id, ...(i === 0 && { owner_user_id: user.id }) }),
    ),
  )
  for (const tracker of trackers) {
    await tracker.report({ lat: -36.85, lon: 174.75 })
    await tracker.stop()
  }
  const open = async () =>
    (await Promise.all(trackers.map(({ id }) => alertsOf(id)))).flatMap((alerts) => alerts.slice(-1))
  const ids = (await open()).map(({ id }) => id)
  expect(ids).toHaveLength(2)
  const group = { organisation_id, ids, note: ' A closed road. ' }
  expect((await user.client.act('POST alerts/acknowledge', group)).data.ids).toEqual([ids[0]])
  expect((await staff.client.act('POST alerts/acknowledge', group)).data.ids).toEqual([ids[1]])
  expect((await staff.client.act('POST alerts/acknowledge', group)).data.ids).toEqual([])
  expect(await open()).toMatchObject([
    { acknowledged_by_user_id: user.id, acknowledged_note: 'A closed road.' },
    { acknowledged_by_user_id: staff.id, acknowledged_note: 'A closed road.' },
  ])
  const other = await makeOrganisation(network, 'rail')
  const elsewhere = { organisation_id: other.id, ids }
  expect((await staff.client.act('POST alerts/acknowledge', elsewhere)).data.ids).toEqual([])
  const many = Array.from({ length: 1001 }, (_, i) => i + 1)
  await expect(staff.client.act('POST alerts/acknowledge', { organisation_id, ids: many })).rejects.toMatchObject({
    status: 400,
    field: 'ids',
  })
})
