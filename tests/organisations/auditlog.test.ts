import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resources } from '#api/domains.ts'
import { dropOldAudit } from '#api/organisations/drop_old_audit.ts'
import type { Network } from '../network.ts'
import { guest, lastMail } from '../people/accounts.people.ts'
import { makeOrganisation, makePerson, type Organisation, PASSWORD, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
/** A User of both organisations. */
let both: Person
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  both = await makePerson(network, 'both', ours.id, 'User')
  await network.db
    .insertInto('membership')
    .values({ organisation_id: theirs.id, user_id: both.id, role_name: 'User' })
    .execute()
})
beforeEach(async () => {
  await sql`delete from audit_log`.execute(network.db)
  await sql`delete from guess`.execute(network.db)
})

/** The audit log of an organisation; the end of an hour may split a row. */
async function logOf({ id, administrator }: Organisation, ...actions: string[]) {
  const { data } = await administrator.client.list('auditlog', { organisation_id: id, sort: 'id', limit: 1000 })
  return actions.length > 0 ? data.filter(({ action }) => actions.includes(action)) : data
}

it('is read whatever its entries are about, of each resource', async () => {
  const entities = Object.values(resources).map(({ name }) => name)
  const entries = entities.map((entity) => ({
    organisation_id: ours.id,
    action: `${entity}.test`,
    entity,
    entity_id: 1,
  }))
  await network.db.insertInto('audit_log').values(entries).execute()
  expect((await logOf(ours)).map(({ entity }) => entity)).toEqual(entities)
})

const attempt = (username: string, password: string, remoteAddress: string, code?: string) =>
  network.server.api.app.inject({
    method: 'POST',
    url: '/api/v1/user/signin',
    remoteAddress,
    payload: { username, password, ...(code && { code }) },
  })

describe('the audit log', () => {
  it('has sign-ins and sign-outs with their network, in every organisation of the person and in no other', async () => {
    await attempt('both', PASSWORD, '203.0.113.7')
    await attempt('both', PASSWORD, '203.0.113.7')
    const answer = await attempt('both', PASSWORD, '198.51.100.7')
    await guest(network, answer.json().data.token).post('user/signout')
    for (const organisation of [ours, theirs]) {
      expect(await logOf(organisation)).toMatchObject([
        { action: 'user.signin', user_id: both.id, entity_id: both.id, ip: '203.0.113.7', details: { times: 2 } },
        { action: 'user.signin', user_id: both.id, ip: '198.51.100.7', details: null },
        { action: 'user.signout', user_id: both.id, ip: '127.0.0.1' },
      ])
    }
    await attempt('theirs-staff', PASSWORD, '203.0.113.8')
    expect(await logOf(ours)).toHaveLength(3)
  })

  it('has failed sign-ins as one row an hour, with their networks and without the input', async () => {
    for (let n = 0; n < 30; n++) await attempt('both', `secret guess ${n}`, `203.0.113.${n}`)
    const rows = await logOf(ours, 'user.signin.fail')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      user_id: null,
      entity: 'user',
      entity_id: both.id,
      ip: '203.0.113.0',
      details: { wrong: 'password', times: 30, also_from: Array.from({ length: 9 }, (_, n) => `203.0.113.${n + 1}`) },
    })
    // Delayed attempts were not verified.
    for (let n = 0; n < 20; n++) await attempt('ours-user', 'secret guess', '203.0.113.200')
    expect((await logOf(ours, 'user.signin.fail'))[1]).toMatchObject({
      entity_id: ours.user.id,
      details: { times: 10 },
    })
    expect(JSON.stringify(await logOf(ours))).not.toContain('secret guess')
  })

  it('shows unknown names to no organisation, and stores no input', async () => {
    for (let n = 0; n < 20; n++) await attempt(`a password typed here ${n}`, 'secret guess', `203.0.113.${n}`)
    expect(await logOf(ours)).toEqual([])
    const { data } = await network.admin.list('auditlog', { limit: 1000 })
    expect(data).toMatchObject([
      { action: 'user.signin.fail', organisation_id: null, entity_id: null, details: { times: 20 } },
    ])
    expect(JSON.stringify(data)).not.toMatch(/typed here|secret guess/)
  })

  it('has passwords, who set them, and second factors', async () => {
    const { client, id } = await makePerson(network, 'changing', ours.id, 'User')
    const another = 'quite another one'
    const change = { password: PASSWORD, new_password: another, new_password_confirm: another }
    await client.call('POST', 'password/change', change)
    await guest(network).post('password/reset', { email: 'changing@example.com' })
    const { token } = await lastMail(network, 'changing@example.com')
    await guest(network).post('password/change', { token, new_password: PASSWORD, new_password_confirm: PASSWORD })
    const { data: signedIn } = await guest(network).post('user/signin', { username: 'changing', password: PASSWORD })
    const again = guest(network, signedIn.token)
    const { data } = await again.client.call('POST', 'user/totp/start', { password: PASSWORD })
    const totp = new TOTP({ secret: Secret.fromBase32(data.secret) })
    const { data: enabled } = await again.client.call('POST', 'user/totp/enable', { code: totp.generate() })
    await attempt('changing', PASSWORD, '203.0.113.7', '000000')
    await attempt('changing', PASSWORD, '203.0.113.7', enabled.recovery_codes[0])
    await again.client.call('POST', 'user/totp/disable', { password: PASSWORD })
    await ours.administrator.client.update('user', { id, password: another })
    const rows = (await logOf(ours)).filter(({ entity_id, action }) => entity_id === id && action !== 'user.update')
    expect(rows.filter(({ ip, action }) => action !== 'user.signin' || ip === '203.0.113.7')).toMatchObject([
      { action: 'user.password', user_id: id, details: { set_by: 'person' } },
      { action: 'user.password', user_id: id, details: { set_by: 'link' } },
      { action: 'user.totp.enable', user_id: id },
      { action: 'user.signin.fail', user_id: null, details: { wrong: 'code' } },
      { action: 'user.signin', details: { code: 'recovery' } },
      { action: 'user.totp.disable', user_id: id },
      { action: 'user.password', user_id: ours.administrator.id, details: { set_by: 'administrator' } },
    ])
  })

  it('has every token that was shown, to any user', async () => {
    const { data: tracker } = await ours.user.client.create('tracker', { number: 'shown' })
    await ours.user.client.call('POST', 'tracker/token', { id: tracker.id })
    await ours.user.client.call('POST', 'tracker/token', { id: tracker.id })
    const { data: second } = await ours.user.client.create('tracker', { number: 'shown-too' })
    await ours.user.client.call('POST', 'tracker/token', { id: second.id })
    const expires_at = new Date(Date.now() + 3600_000).toISOString()
    const { data: link } = await ours.user.client.create('sharelink', { tracker_id: tracker.id, expires_at })
    const about = { user_id: ours.user.id, organisation_id: ours.id }
    const rows = await logOf(ours)
    expect(rows).toMatchObject([
      { ...about, action: 'tracker.create', entity_id: tracker.id, details: { times: 2 } },
      { ...about, action: 'tracker.token', entity_id: tracker.id, details: { times: 2 } },
      { ...about, action: 'tracker.token', entity_id: second.id },
      { ...about, action: 'sharelink.create', entity_id: link.id },
    ])
    expect(JSON.stringify(rows)).not.toContain(String(tracker.device_token))
    await expect(theirs.user.client.call('POST', 'tracker/token', { id: tracker.id })).rejects.toMatchObject({
      status: 404,
    })
    expect([await logOf(ours), await logOf(theirs)].map(({ length }) => length)).toEqual([4, 0])
  })

  it('has exports in the organisations whose rows are in them', async () => {
    const { data: tracker } = await ours.user.client.create('tracker', { number: 'exported', name: 'Van 7' })
    await sql`delete from audit_log`.execute(network.db)
    const { client } = ours.staff
    const fetched = (path: string, token: string) =>
      fetch(`${network.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } }).then((a) => a.text())
    for (const format of ['csv', 'gpx', 'kml', 'geojson']) {
      await fetched(`trackerevents?tracker_id=${tracker.id}&format=${format}`, ours.staff.token)
    }
    for (let n = 0; n < 3; n++) await fetched('trackers?format=csv', both.token)
    await client.call('GET', 'user/data')
    // A foreign export contains no rows of ours.
    await fetched(`trackers?organisation_id=${ours.id}&format=csv`, theirs.staff.token)
    await fetched(`trackerevents?tracker_id=${tracker.id}&format=csv`, theirs.staff.token)
    await fetched(`trackers?organisation_id=${ours.id}&format=csv`, network.token)
    await fetched('trackers', ours.staff.token)
    const of_tracker = { action: 'trackerevent.export', user_id: ours.staff.id }
    expect(await logOf(ours)).toMatchObject([
      ...['csv', 'gpx', 'kml', 'geojson'].map((format) => ({
        ...of_tracker,
        details: { format, tracker_id: tracker.id },
        names: { tracker_id: 'Van 7' },
      })),
      { action: 'tracker.export', user_id: both.id, details: { format: 'csv', times: 3 } },
      { action: 'user.data', user_id: ours.staff.id },
      { action: 'tracker.export', details: { format: 'csv' } },
    ])
    expect(await logOf(theirs)).toMatchObject([{ action: 'tracker.export', user_id: both.id, details: { times: 3 } }])
  })

  it('is deleted after the retention period', async () => {
    await attempt('both', PASSWORD, '203.0.113.7')
    await sql`insert into audit_log (organisation_id, action, created_at)
      select ${ours.id}, 'old', now() - interval '401 days' from generate_series(1, 2500)`.execute(network.db)
    await sql`update audit_log set id = id + 1000000 where action = 'user.signin'`.execute(network.db)
    await dropOldAudit(network.db, 0)
    const count = async () =>
      Number((await sql<{ n: number }>`select count(*) as n from audit_log`.execute(network.db)).rows[0]!.n)
    expect(await count()).toBe(2502)
    await dropOldAudit(network.db, 400)
    expect((await logOf(ours)).map(({ action }) => action)).toEqual(['user.signin'])
  })
})
