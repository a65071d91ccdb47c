import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
})

const refused = (status: number, code: string, field?: string) =>
  expect.objectContaining({ status, code, ...(field && { field }) })

describe('settings', () => {
  it('are saved for a person in an organisation, normalised, and read by them', async () => {
    const { client } = ours.user
    const saved = await client.call('POST', 'userconfig/save', {
      alert_tracker_sms: true,
      email_recipients: 'Mate@Example.com ,mate@example.com,  boss@example.com',
      phone_recipients: '021 123 4567, +44 20 7946 0958',
    })
    expect([saved.status, saved.data.email_recipients, saved.data.phone_recipients]).toEqual([
      261,
      'mate@example.com, boss@example.com',
      '+64211234567, +442079460958',
    ])
    await client.call('POST', 'userconfig/save', { units: 'nautical' })
    const { data } = await client.list('userconfig', {})
    expect(data).toMatchObject([{ user_id: ours.user.id, units: 'nautical', alert_tracker_sms: true, timezone: null }])
    const { data: organisation } = await ours.administrator.client.call('POST', 'organisationconfig/save', {
      email_recipients: 'duty@example.com',
    })
    expect(organisation).toMatchObject({
      organisation_id: ours.id,
      email_recipients: 'duty@example.com',
      alert_email: true,
    })
  })

  it('are saved by PUT in the same way, whether they exist or not', async () => {
    const { client, id } = theirs.administrator
    const put = (name: string, body: object) => client.call('PUT', name, body)
    const first = await put('userconfig', { units: 'imperial' })
    const second = await put('userconfig', { alert_tracker_sms: true })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.data).toMatchObject({ id: first.data.id, user_id: id, units: 'imperial', alert_tracker_sms: true })
    expect((await put('organisationconfig', { units: 'nautical' })).data).toMatchObject({ organisation_id: theirs.id })
    const { data: tracker } = await client.create('tracker', { number: 'put-settings' })
    const override = { tracker_id: tracker.id, alert_sms: false }
    expect((await put('usertrackerconfig', override)).data).toMatchObject(override)
    await expect(theirs.user.client.call('PUT', 'organisationconfig', { units: 'metric' })).rejects.toEqual(
      refused(403, 'forbidden'),
    )
  })

  it.each([
    ['an address', { email_recipients: 'good@example.com, bad@' }, 466, 'bad@'],
    ['a telephone number', { phone_recipients: '021 123 4567, 0211234567890123' }, 400, '0211234567890123'],
    ['a short telephone number', { phone_recipients: '12' }, 471, '12'],
    ['a timezone', { timezone: 'Auckland' }, 400, 'Auckland'],
    ['a time of day', { quiet_from: '7pm' }, 400, 'quiet_from: must be a time of day, such as 07:30.'],
  ])('refuse an invalid %s', async (_name, body, status, named) => {
    const saving = ours.user.client.call('POST', 'userconfig/save', body)
    await expect(saving).rejects.toMatchObject({ status, field: Object.keys(body)[0] })
    await expect(saving).rejects.toThrow(named)
  })

  it('list a person’s permissions', async () => {
    const { data } = await ours.staff.client.call('GET', 'userpermissions')
    const of = (resource: string) => data.find((one: { resource: string }) => one.resource === resource)
    expect(of('tracker')).toEqual({ organisation_id: ours.id, resource: 'tracker', reads: 'all', writes: 'own' })
    expect(of('invitation')).toMatchObject({ reads: 'none', writes: 'none' })
    const search = async (text: string) =>
      (await ours.staff.client.call('GET', 'userpermissions', { search: text })).data.map(
        ({ resource }: { resource: string }) => resource,
      )
    expect(await search('TrackerEv')).toEqual(['trackerevent'])
    // By its plural, too.
    expect(await search('boundaries')).toEqual(['boundary'])
    expect(await search('%')).toEqual([])
  })
})

describe('a data lock', () => {
  it('freezes earlier records (473) until it is deleted, which is audited', async () => {
    const { client } = ours.administrator
    const place = { name: 'Wharf', position: { type: 'Point' as const, coordinates: [540 - 185, -36] } }
    const { data: location } = await client.create('location', place)
    expect(location.position.coordinates).toEqual([-5, -36])
    await expect(client.create('location', { ...place, name: 'wharf' })).rejects.toEqual(
      refused(468, 'name_conflict', 'name'),
    )
    const { data: lock } = await client.create('datalock', {
      locked_until: new Date().toISOString(),
      reason: 'Audited',
    })
    await expect(client.update('location', { id: location.id, name: 'Pier' })).rejects.toEqual(refused(473, 'archived'))
    await expect(client.remove('location', location.id)).rejects.toEqual(refused(473, 'archived'))
    await expect(client.create('datalock', { locked_until: '2999-01-01T00:00:00Z' })).rejects.toMatchObject({
      status: 400,
    })
    const { data: later } = await client.create('location', { ...place, name: 'Later' })
    expect((await client.update('location', { id: later.id, name: 'Later still' })).status).toBe(261)
    await client.remove('datalock', lock.id)
    expect((await client.remove('location', location.id)).status).toBe(262)
    const { data: log } = await client.list('auditlog', { entity: 'datalock' })
    expect(log.map((line) => [line.action, line.user_id, line.details])).toEqual([
      ['datalock.delete', ours.administrator.id, null],
      ['datalock.create', ours.administrator.id, { fields: ['locked_until', 'reason'] }],
    ])
    expect((await theirs.administrator.client.list('auditlog', { entity: 'datalock' })).data).toEqual([])
  })
})
