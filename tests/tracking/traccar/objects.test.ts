import { describe, expect, it } from 'vitest'
import type { Row } from '#api/client.ts'
import { startTracker } from '../../network.ts'
import { position } from './fake.ts'
import { begin, device, made, network, START } from './setting.ts'

describe('what stands in Traccar', () => {
  it('is brought along by its natural keys, and a second time updated where it has changed', async () => {
    const { run, client, fake } = await begin({
      lists: {
        groups: [
          { id: 2, name: 'Depot', groupId: 1, attributes: {} },
          { id: 1, name: 'North', groupId: 0, attributes: { speedLimit: 48.5961 } },
        ],
        devices: [
          device(5, 'Ute', { groupId: 2 }),
          device(6, 'Van', { disabled: true }),
          device(7, `Long ${'x'.repeat(500)}`, { uniqueId: 'y'.repeat(500) }),
        ],
        geofences: [
          {
            id: 1,
            name: 'Yard',
            area: 'POLYGON ((-36.5 174.7, -36.5 174.8, -36.6 174.8, -36.6 174.7))',
            attributes: {},
          },
          { id: 2, name: 'yard', area: 'CIRCLE (-36.85 174.76, 250.5)', attributes: {} },
          { id: 3, name: 'Road', area: 'LINESTRING (-36.5 174.7, -36.6 174.8)', attributes: { polylineDistance: 100 } },
          { id: 4, name: 'Odd', area: 'POLYGON ((174.7 -36.5, 174.8 -36.5, 174.8 -36.6))', attributes: {} },
          { id: 5, name: 'Edge', area: 'LINESTRING (10 179.9999, 11 -179.9999)', attributes: {} },
        ],
        drivers: [{ id: 1, name: 'Aroha', uniqueId: '01:b5-42', attributes: {} }],
        maintenance: [
          { id: 1, name: 'Oil', type: 'totalDistance', start: 0, period: 15_000_000, attributes: {} },
          { id: 2, name: 'Belt', type: 'hours', start: 0, period: 500 * 3_600_000, attributes: {} },
          { id: 3, name: 'Odd', type: 'rpm', start: 0, period: 5, attributes: {} },
        ],
        users: [{ id: 1, name: 'Mere', email: `mere${made}@example.com` }],
      },
      links: { geofences: { 'device 6': [1], 'group 1': [1] }, maintenance: { 'device 5': [1, 3], 'group 2': [2] } },
    })
    const planned = await run({ dry_run: true })
    expect(planned).toMatchObject({ error: undefined })
    expect(planned.text).toContain('Devices: 2 to create')
    expect((await client.list('tracker', {})).data).toEqual([])

    const { error, text } = await run({ invite_users: true })
    expect(error).toBeUndefined()
    expect(text).toContain('Geofences: 3 created')
    expect(text).toContain('their identifier has more than 64 characters')
    expect(text).toContain('is no latitude and longitude (Odd)')
    expect(text).toContain('its line crosses the 180th meridian (Edge)')
    const { data: groups } = await client.list('trackergroup', {})
    expect(groups.map(({ path, speed_limit }) => [path, speed_limit])).toEqual([
      ['North / Depot', null],
      ['North', 25],
    ])
    const { data: trackers } = await client.list('tracker', { sort: 'name' })
    const [ute, van] = trackers as [Row<'tracker'>, Row<'tracker'>]
    expect(trackers).toMatchObject([
      { name: 'Ute', active: true, group_name: 'Depot' },
      { name: 'Van', active: false, group_name: null },
    ])
    const { data: boundaries } = await client.list('boundary', { sort: 'name' })
    expect(boundaries.map(({ name, active, all_trackers }) => [name, active, all_trackers])).toEqual([
      ['Road', false, false],
      ['Yard', false, false],
      ['yard (2)', false, false],
    ])
    expect(boundaries[1]).toMatchObject({ tracker_ids: [ute.id, van.id] })
    const { coordinates } = boundaries[1]!.geometry as { coordinates: number[][][][] | number[][][] }
    expect(coordinates.flat(3)).toEqual(expect.arrayContaining([174.7, -36.5, 174.8, -36.6]))
    expect(boundaries[2]).toMatchObject({ circle: { center: [174.76, -36.85], radius_m: 250.5 }, tracker_ids: [] })
    expect((await client.list('driver', {})).data).toMatchObject([{ name: 'Aroha', keys: ['01B542'] }])
    expect((await client.list('maintenanceplan', { sort: 'name' })).data).toMatchObject([
      { name: 'Belt', tracker_id: ute.id, every_h: 500 },
      { name: 'Oil', tracker_id: ute.id, every_m: 15_000_000 },
    ])
    expect((await client.list('invitation', {})).data).toMatchObject([{ role_name: 'User' }])

    await client.update('tracker', { id: van.id, name: 'Our van' })
    fake.data.lists.devices![0]!.name = 'Ute of Mere'
    const again = await run({ invite_users: true })
    expect(again.text).toContain('Devices: 0 created, 1 updated, 1 unchanged')
    expect(again.text).toContain('Groups: 0 created, 0 updated, 2 unchanged')
    expect(again.text).toContain('Geofences: 0 created, 0 updated, 3 unchanged')
    expect((await client.list('tracker', { sort: 'name' })).data).toMatchObject([
      { name: 'Our van' },
      { name: 'Ute of Mere' },
    ])
  })

  it('is adopted where it is here already, and reported where another organisation has its number', async () => {
    const { run, client, fake, ours } = await begin({ lists: { devices: [device(1, 'Ute'), device(2, 'Theirs')] } })
    const [own, other] = fake.data.lists.devices!
    await client.create('tracker', { organisation_id: ours.id, number: own!.uniqueId as string, name: 'Named here' })
    await (await startTracker(network, other!.uniqueId as string)).stop()
    const { error, text } = await run()
    expect(error).toBeUndefined()
    expect(text).toContain('Devices: 0 created, 0 updated, 1 unchanged')
    expect(text).toContain('their number belongs to a tracker of another organisation (Theirs')
    expect((await client.list('tracker', {})).data).toMatchObject([{ name: 'Named here' }])
    expect((await run()).text).toContain('refused in an earlier run; --again tries it again (Theirs')
    // Asks again, and gets the same answer.
    expect((await run({ again: true })).text).toContain('belongs to a tracker of another organisation')
  })

  it('is not narrowed by a run for some devices', async () => {
    const geofences = [{ id: 1, name: 'Yard', area: 'CIRCLE (1 2, 30)', attributes: {} }]
    const { run, client } = await begin({
      lists: { devices: [device(1, 'Ute'), device(2, 'Van')], geofences },
      links: { geofences: { 'device 1': [1], 'device 2': [1] } },
    })
    const linked = async () => (await client.list('boundary', {})).data[0]?.tracker_ids
    expect((await run({ only: ['Ute', 'Lorry'] })).text).toContain('Traccar has no device of that name (Lorry)')
    expect(await linked()).toHaveLength(1)
    await run()
    expect(await linked()).toHaveLength(2)
    await run({ only: ['Ute'] })
    expect(await linked()).toHaveLength(2)
  })

  it('keeps its protocol, but for apps that have no secret', async () => {
    const { run, client } = await begin({
      lists: { devices: [device(1, 'Box'), device(2, 'Phone')] },
      positions: new Map([
        [1, [position(1, START)]],
        [2, [position(2, START, { protocol: 'osmand' })]],
      ]),
    })
    expect(await run()).toMatchObject({ error: undefined })
    const { data } = await client.list('tracker', { sort: 'name' })
    expect(data.map(({ transports }) => transports)).toEqual([
      ['gt06'],
      ['mqtt', 'owntracks', 'websocket', 'osmand_token'],
    ])
  })
})
