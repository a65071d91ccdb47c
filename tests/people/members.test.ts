import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'
import { guest, lastMail } from './accounts.people.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
let person: Person
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  person = await makePerson(network, 'shared', ours.id, 'Administrator')
  await person.client.update('user', { id: person.id, ...own, name: 'Shared Person' })
})

const own = {
  gender: 'female',
  dob: '1990-02-03',
  address1: '12 Secret Street',
  city: 'Hidden',
  phone_mobile: '021 555 0199',
  email_alt: 'private@example.org',
  known_as: 'Secretly',
  company_name: 'Other Ltd',
}
const secrets = /female|1990-02-03|Secret|Hidden|0199|private@|Other Ltd|127\.0\.0\.1|login_at":"/

const join = (organisation: Organisation, user_id: number) =>
  network.db.insertInto('membership').values({ organisation_id: organisation.id, user_id, role_name: 'User' }).execute()

describe('a user is added by id', () => {
  it('by an administrator of both organisations', async () => {
    const both = await makePerson(network, 'runs-both', ours.id, 'Administrator')
    await network.db
      .insertInto('membership')
      .values({ organisation_id: theirs.id, user_id: both.id, role_name: 'Administrator' })
      .execute()
    const added = { user_id: ours.customer.id, organisation_id: theirs.id, role_name: 'User' as const }
    const { data } = await both.client.create('membership', added)
    await both.client.remove('membership', data.id)
  })

  it('but not by Staff who administer another organisation, and learn nothing', async () => {
    const spy = await makePerson(network, 'spy', ours.id, 'Staff')
    const { data: own_organisation } = await network.admin.create('organisation', { name: 'The spy’s' })
    await network.db
      .insertInto('membership')
      .values({ organisation_id: own_organisation.id, user_id: spy.id, role_name: 'Administrator' })
      .execute()
    const added = { user_id: person.id, organisation_id: own_organisation.id, role_name: 'User' as const }
    await expect(spy.client.create('membership', added)).rejects.toMatchObject({ status: 404, field: 'user_id' })
    await expect(spy.client.create('membership', { ...added, user_id: 999_999 })).rejects.toMatchObject({
      status: 404,
      field: 'user_id',
    })
    await expect(spy.client.read('user', person.id)).rejects.toMatchObject({ status: 404 })
  })
})

describe('for a member of several organisations', () => {
  beforeAll(() => join(theirs, person.id))
  const admins = () => [ours.administrator, theirs.administrator]

  it('an organisation sees public columns, and no private ones', async () => {
    for (const { client } of admins()) {
      const { data } = await client.read('user', person.id)
      expect(data).toMatchObject({ username: 'shared', email: 'shared@example.com', display_name: 'Shared Person' })
      expect(data).toMatchObject({
        complete: false,
        active: true,
        dob: null,
        phone_mobile: null,
        current_login_ip: null,
      })
      expect(JSON.stringify(data)).not.toMatch(secrets)
    }
    const { data: visible } = await person.client.read('user', person.id)
    expect(visible).toMatchObject({ ...own, complete: true })
  })

  it('private columns are not in lists, exports, searches, filters or orders', async () => {
    const { client, token } = theirs.administrator
    const { data } = await client.list('user', { limit: 1000 })
    expect(data.map(({ username }) => username)).toContain('shared')
    expect(JSON.stringify(data.filter(({ id }) => id === person.id))).not.toMatch(secrets)
    const csv = await fetch(`${network.url}/api/v1/users?format=csv&search=shared`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const text = await csv.text()
    expect(text).toContain('shared@example.com')
    expect(text).not.toMatch(secrets)
    for (const search of ['0199', 'Secret', 'Hidden', 'female', 'private@', '1990']) {
      expect((await client.list('user', { search })).data).toEqual([])
      expect((await client.list('membership', { search })).data).toEqual([])
    }
    // A sort by a private column does not reveal it: hidden values sort as nulls.
    for (const sort of ['current_login_at', '-current_login_at'] as const) {
      const { data: sorted, info } = await client.list('user', { sort, limit: 1000 })
      expect(sorted.at(-1)!.current_login_at).toBe(null)
      expect(JSON.stringify(info)).not.toMatch(secrets)
    }
  })

  it('addresses of their alerts are hidden', async () => {
    const { id: message_id } = await network.db
      .insertInto('message')
      .values({
        organisation_id: theirs.id,
        kind: 'alert',
        sender_user_id: null,
        recipients: '…99',
        subject: 'Left: the lorry',
        text: 'It has left.',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sms = { channel: 'sms' as const, state: 'sent' as const, organisation_id: theirs.id, message_id }
    await network.db
      .insertInto('message_delivery')
      .values([
        { ...sms, address: '+64215550199', user_id: person.id },
        { ...sms, address: '+64215550123', user_id: person.id },
      ])
      .execute()
    const addresses = async ({ client }: Person) =>
      (await client.read('message', message_id)).data.deliveries.map(({ address }) => address)
    expect(await addresses(theirs.administrator)).toEqual([null, '+64215550123'])
    expect(await addresses(person)).toEqual(['+64215550199', '+64215550123'])
  })

  it('other memberships are hidden', async () => {
    const { client } = theirs.administrator
    expect((await client.list('user', { organisation_id: ours.id })).data).toEqual([])
    expect((await client.list('membership', { user_id: person.id })).data).toMatchObject([
      { organisation_id: theirs.id },
    ])
  })

  it('each organisation administers its own membership', async () => {
    const { client } = ours.administrator
    const [mine] = (await client.list('membership', { user_id: person.id })).data
    expect(mine).toMatchObject({ organisation_id: ours.id, role_name: 'Administrator' })
    await client.update('membership', { id: mine!.id, role_name: 'Staff' })
    await client.remove('membership', mine!.id)
    expect((await person.client.list('membership')).data).toMatchObject([{ organisation_id: theirs.id }])
  })

  it('the only organisation of a user administers the account, and sees all of it', async () => {
    const { data } = await theirs.administrator.client.read('user', person.id)
    expect(data).toMatchObject({ complete: true, dob: own.dob })
  })
})

describe('an organisation without an Administrator', () => {
  it('gets one from a platform administrator, by an invitation or a role', async () => {
    const { data: left } = await network.admin.create('organisation', { name: 'Left alone' })
    const boss = await makePerson(network, 'last-boss', left.id, 'Administrator')
    const helper = await makePerson(network, 'helper', left.id, 'Staff')
    await network.admin.remove('user', boss.id)
    const [membership] = (await network.admin.list('membership', { user_id: helper.id })).data
    // There is no administrator to keep, so members may change.
    await network.admin.update('membership', { id: membership!.id, role_name: 'User' })
    await network.admin.update('membership', { id: membership!.id, role_name: 'Administrator' })
    expect((await helper.client.list('membership')).data.length).toBeGreaterThan(0)
    await expect(helper.client.update('membership', { id: membership!.id, role_name: 'User' })).rejects.toMatchObject({
      status: 476,
    })

    const email = 'successor@example.com'
    await network.admin.create('invitation', { organisation_id: left.id, email, role_name: 'Administrator' })
    const { token } = await lastMail(network, email)
    const successor = await makePerson(network, 'successor', ours.id, 'User')
    await guest(network, successor.token).post('invitation/accept', { token })
    expect((await successor.client.list('membership', { organisation_id: left.id })).data.length).toBeGreaterThan(1)
  })

  it('cannot result from removing the last active Administrator', async () => {
    const { data: small } = await network.admin.create('organisation', { name: 'Small' })
    const off = await makePerson(network, 'small-off', small.id, 'Administrator')
    const boss = await makePerson(network, 'small-boss', small.id, 'Administrator')
    await boss.client.update('user', { id: off.id, active: false })
    const [membership] = (await boss.client.list('membership', { user_id: boss.id })).data
    await expect(boss.client.remove('membership', membership!.id)).rejects.toMatchObject({ status: 476 })
  })
})
