import { beforeAll, describe, expect, it } from 'vitest'
import { confirmUser } from '#api/people/accounts/confirm.ts'
import { connectLive, type Network } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation } from '../seeds/people.ts'
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

describe('an organisation', () => {
  it('is created by a platform administrator, updated by its own, and has a unique name', async () => {
    const { data } = await network.admin.create('organisation', { name: ' Harbour Watch ', gst_number: '49-091-850' })
    expect(data).toMatchObject({ name: 'Harbour Watch', currency: 'NZD', timezone: 'Pacific/Auckland' })
    await expect(network.admin.create('organisation', { name: 'HARBOUR watch' })).rejects.toEqual(
      refused(468, 'name_conflict', 'name'),
    )
    await expect(ours.administrator.client.create('organisation', { name: 'Mine' })).rejects.toEqual(
      refused(403, 'forbidden'),
    )
    const changed = await ours.administrator.client.update('organisation', { id: ours.id, address1: '1 Quay Street' })
    expect(changed.data.address1).toBe('1 Quay Street')
    // A number of New Zealand by the currency, unless the address names another country.
    const number = (body: object) => network.admin.update('organisation', { id: data.id, ...body } as never)
    await expect(number({ gst_number: '123-456-789' })).rejects.toEqual(refused(400, 'bad_request', 'gst_number'))
    await expect(number({ gst_number: '123-456-789', address3: 'Australia' })).rejects.toMatchObject({ status: 400 })
    expect((await number({ gst_number: '51 824 753 556', address3: 'Australia' })).status).toBe(261)
    expect((await number({ gst_number: '' })).status).toBe(261)
    expect((await network.admin.remove('organisation', data.id)).status).toBe(262)
  })

  it('has a name that looks like no other: created, renamed or registered', async () => {
    const { data } = await network.admin.create('organisation', { name: 'Ngāti Pāoa Freight' })
    // Written by a script, which computes nothing.
    await network.db.insertInto('organisation').values({ name: 'Coast Patrol' }).execute()
    for (const name of ['Ngāti Pāоa Freight', 'NGĀTI PĀOA FRЕIGHT', 'Соast Раtrol', 'Coast Patro1']) {
      await expect(network.admin.create('organisation', { name })).rejects.toMatchObject({
        status: 468,
        code: 'name_conflict',
        field: 'name',
        message: expect.stringContaining('looks like that of'),
      })
      await expect(ours.administrator.client.update('organisation', { id: ours.id, name })).rejects.toMatchObject({
        status: 468,
        field: 'name',
      })
      const user = { id: ours.user.id, by_mail: true, organisation_name: name }
      await expect(network.db.transaction().execute((trx) => confirmUser(trx, user.id, user))).rejects.toMatchObject({
        code: 'name_conflict',
        field: 'organisation_name',
      })
    }
    // Without its macrons it is another name, and its own name is no other.
    const { data: plain } = await network.admin.create('organisation', { name: 'Ngati Paoa Freight' })
    expect((await network.admin.update('organisation', { id: plain.id, name: 'NGATI PAOA FREIGHT' })).status).toBe(261)
    await network.admin.update('organisation', { id: data.id, name: 'Other Freight' })
    expect((await network.admin.update('organisation', { id: plain.id, name: 'Ngāti Pāоa Freight' })).status).toBe(261)
    for (const { id } of [data, plain]) await network.admin.remove('organisation', id)
    await network.db.deleteFrom('organisation').where('name', '=', 'Coast Patrol').execute()
  })

  it.each([
    ['an empty name', { name: '  ' }, 467, 'name'],
    ['an unknown timezone', { timezone: 'Mars/Olympus' }, 400, 'timezone'],
    ['an invalid language', { locale: 'not a language' }, 400, 'locale'],
    ['an invalid currency', { currency: 'dollars' }, 400, 'currency'],
  ])('refuses %s', async (_name, change, status, field) => {
    await expect(ours.administrator.client.update('organisation', { id: ours.id, ...change })).rejects.toMatchObject({
      status,
      field,
    })
  })

  it('is not deleted while it has trackers (476)', async () => {
    await network.admin.create('tracker', { organisation_id: theirs.id, number: 'keeps-theirs' })
    await expect(network.admin.remove('organisation', theirs.id)).rejects.toEqual(refused(476, 'not_possible'))
  })

  it('has settings that an administrator does not overwrite unseen (474)', async () => {
    const save = (body: object) =>
      ours.administrator.client.call('POST', 'organisationconfig/save', { organisation_id: ours.id, ...body })
    const { modified_at } = (await save({ alerts_per_hour: 30 })).data
    const { data } = await save({ alert_offline: true, modified_at })
    expect(data).toMatchObject({ alerts_per_hour: 30, alert_offline: true })
    await expect(save({ alerts_per_hour: 5, modified_at })).rejects.toEqual(refused(474, 'outdated'))
    expect((await save({ alerts_per_hour: 6 })).data.alerts_per_hour).toBe(6)
  })

  it('shows its usage to its administrators', async () => {
    await network.admin.create('tracker', { organisation_id: ours.id, number: 'counted' })
    const { data } = await ours.administrator.client.call('GET', 'organisations/overview')
    expect(data).toMatchObject([
      { organisation_id: ours.id, users: 4, trackers: 1, events: 0, events_are_estimated: false },
    ])
    const usage = await ours.administrator.client.call('GET', 'usage')
    expect(usage.data).toMatchObject({ ...data[0]!, history_check: null })
    const checked = { checked_at: '2026-11-28T00:00:00Z', days: 212, problems: 1 }
    await network.db
      .insertInto('history_check')
      .values({ organisation_id: ours.id, links: 214, ...checked })
      .execute()
    expect((await ours.administrator.client.call('GET', 'usage')).data.history_check).toEqual(checked)
    expect((await theirs.administrator.client.call('GET', 'usage')).data.history_check).toBe(null)
    const all = await network.admin.call('GET', 'organisations/overview')
    expect(all.info.total).toBe(3)
    const matches = await network.admin.call('GET', 'organisations/search', { search: 'THEI' })
    expect(matches.data.map((o: { id: number }) => o.id)).toEqual([theirs.id])
  })
})

describe('members', () => {
  it('are listed, searched, and filtered by role and id', async () => {
    const { client } = ours.administrator
    const names = async (path: string, query = {}) =>
      (await client.call('GET', path, query)).data.map((m: { username: string }) => m.username)
    expect(await names('organisation/members')).toEqual([
      'ours-administrator',
      'ours-customer',
      'ours-staff',
      'ours-user',
    ])
    expect(await names('organisation/members', { search: 'STAFF@' })).toEqual(['ours-staff'])
    expect(await names('organisation/members', { limit: 1, offset: 1 })).toEqual(['ours-customer'])
    expect(await names('organisation/members/role', { role_name: 'Customer' })).toEqual(['ours-customer'])
    const one = await client.call('GET', 'organisation/member', { user_id: ours.user.id })
    expect(one.data).toMatchObject({ display_name: 'ours-user', role_name: 'User', role_is_admin: false })
  })

  it('change roles and leave, but the last Administrator stays (476)', async () => {
    const { client } = ours.administrator
    const membershipOf = async (user_id: number) => (await client.list('membership', { user_id })).data[0]!
    const boss = await membershipOf(ours.administrator.id)
    await expect(client.update('membership', { id: boss.id, role_name: 'User' })).rejects.toEqual(
      refused(476, 'not_possible'),
    )
    await expect(client.remove('membership', boss.id)).rejects.toEqual(refused(476, 'not_possible'))
    const second = await makePerson(network, 'second', ours.id, 'User')
    const membership = await membershipOf(second.id)
    await client.update('membership', { id: membership.id, role_name: 'Administrator' })
    expect((await second.client.list('membership', {})).info.total).toBe(5)
    const both = [
      client.update('membership', { id: membership.id, role_name: 'User' }),
      second.client.update('membership', { id: boss.id, role_name: 'User' }),
    ]
    const outcomes = (await Promise.allSettled(both)).map((outcome) => outcome.status).sort()
    expect(outcomes).toEqual(['fulfilled', 'rejected'])
    await network.admin.update('membership', { id: boss.id, role_name: 'Administrator' })
    await client.remove('membership', membership.id)
    expect((await second.client.list('membership', {})).data).toEqual([])
  })

  it('who leave are disconnected from the live map', async () => {
    const leaver = await makePerson(network, 'leaver', ours.id, 'Staff')
    const live = await connectLive(network, { token: leaver.token })
    const closed = new Promise((resolve) => live.socket.once('disconnect', resolve))
    const { data } = await ours.administrator.client.list('membership', { user_id: leaver.id })
    await ours.administrator.client.remove('membership', data[0]!.id)
    await closed
    await expect(connectLive(network, { token: leaver.token })).rejects.toThrow('unauthorized')
  })

  it('are added by id only by an administrator of theirs', async () => {
    const add = { user_id: theirs.user.id, role_name: 'User' as const }
    await expect(ours.administrator.client.create('membership', add)).rejects.toEqual(
      refused(404, 'not_found', 'user_id'),
    )
    const { data } = await network.admin.create('membership', { ...add, organisation_id: ours.id })
    expect(data).toMatchObject({ organisation_id: ours.id, username: 'theirs-user' })
    await expect(network.admin.create('membership', { ...add, organisation_id: ours.id })).rejects.toEqual(
      refused(409, 'conflict', 'user_id'),
    )
    await network.admin.remove('membership', data.id)
  })

  it('are invited by e-mail, and decide themselves', async () => {
    const { client } = ours.administrator
    const invite = { email: 'theirs-STAFF@example.com', role_name: 'Staff' as const }
    const { data: invited } = await client.create('invitation', invite)
    expect(invited.token).toBe(null)
    await expect(client.create('invitation', invite)).rejects.toEqual(refused(465, 'email_conflict', 'email'))
    await expect(client.create('invitation', { ...invite, email: 'nonsense' })).rejects.toEqual(
      refused(466, 'email_invalid', 'email'),
    )
    await network.server.delivery.drain()
    const { data: mails } = await network.admin.list('outboxmail', { search: 'theirs-staff@' })
    const token = /invitation\?token=([\w-]+)/.exec(mails[0]!.text)![1]
    expect(JSON.stringify((await client.list('invitation', {})).data)).not.toContain(token)
    const accept = (person: Organisation['user']) => person.client.call('POST', 'invitation/accept', { token })
    await expect(accept(theirs.user)).rejects.toEqual(refused(469, 'token_invalid', 'token'))
    expect((await accept(theirs.staff)).data).toMatchObject({ organisation_id: ours.id, role_name: 'Staff' })
    expect((await theirs.staff.client.list('organisation', {})).info.total).toBe(2)
    await expect(accept(theirs.staff)).rejects.toEqual(refused(469, 'invitation_accepted', 'token'))

    const late = await client.create('invitation', { ...invite, email: 'theirs-user@example.com' })
    await network.db
      .updateTable('invitation')
      .set({ expires_at: '2020-01-01T00:00:00Z' })
      .where('id', '=', late.data.id)
      .execute()
    await network.server.delivery.drain()
    const [mail] = (await network.admin.list('outboxmail', { search: 'theirs-user@' })).data
    const expired = /invitation\?token=([\w-]+)/.exec(mail!.text)![1]
    await expect(theirs.user.client.call('POST', 'invitation/accept', { token: expired })).rejects.toEqual(
      refused(470, 'token_expired', 'token'),
    )
  })
})
