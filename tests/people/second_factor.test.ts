import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPhone } from '../gateway/phone.ts'
import { connectLive, type Network } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation, PASSWORD, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'
import { guest } from './accounts.people.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
})
beforeEach(async () => {
  await sql`update website set second_factor_required = false`.execute(network.db)
  await sql`update organisation_config set second_factor_required = false`.execute(network.db)
})

const required = { status: 403, code: 'second_factor_required' }
const require = (by: Organisation, second_factor_required = true) =>
  by.administrator.client.call('POST', 'organisationconfig/save', { second_factor_required })

/** Sets up the second factor as the page does. */
async function setUp({ client }: Person): Promise<void> {
  const { data } = await client.call('POST', 'user/totp/start', { password: PASSWORD })
  const code = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate()
  await client.call('POST', 'user/totp/enable', { code })
}

describe('a required second factor', () => {
  it('blocks other routes for every member of the organisation, and no other users', async () => {
    await require(ours)
    for (const { token } of [ours.administrator, ours.staff, ours.user, ours.customer]) {
      const { refused } = guest(network, token)
      expect(await refused('trackers', {}, 'GET')).toMatchObject(required)
      expect(await refused('user/data', {}, 'GET')).toMatchObject(required)
      expect(await refused('username/change', { username: 'another' })).toMatchObject(required)
      expect(await refused('email/change', { email: 'a@example.com', password: PASSWORD })).toMatchObject(required)
      expect(await refused('user/account', { password: PASSWORD }, 'DELETE')).toMatchObject(required)
    }
    expect((await theirs.user.client.list('tracker')).status).toBe(260)
  })

  it('allows sign-in, sign-out, renewal, a password change, public routes, and its setup', async () => {
    const person = await makePerson(network, 'led', ours.id, 'User')
    await require(ours)
    const signedIn = await guest(network).post('user/signin', { username: 'led', password: PASSWORD })
    expect(signedIn.data.user).toMatchObject({ totp_enabled: false, second_factor_required: true })
    const { client } = guest(network, signedIn.data.token)
    expect((await client.call('GET', 'user/token')).data.user.second_factor_required).toBe(true)
    expect((await client.call('GET', 'website')).status).toBe(200)
    const passwords = { password: PASSWORD, new_password: PASSWORD, new_password_confirm: PASSWORD }
    expect((await client.call('POST', 'password/change', passwords)).status).toBe(261)
    await setUp({ ...person, client })
    expect((await client.list('tracker')).status).toBe(260)
    expect((await client.call('GET', 'user/token')).data.user).toMatchObject({
      totp_enabled: true,
      second_factor_required: false,
    })
    await client.call('POST', 'user/totp/disable', { password: PASSWORD })
    expect(await guest(network, signedIn.data.token).refused('trackers', {}, 'GET')).toMatchObject(required)
    expect((await client.call('POST', 'user/signout')).status).toBe(200)
  })

  it('applies to new members, and ends with the membership', async () => {
    await require(ours)
    const { client, token, id } = await makePerson(network, 'guest-of-ours', theirs.id, 'User')
    expect((await client.list('tracker')).status).toBe(260)
    await network.db
      .insertInto('membership')
      .values({ organisation_id: ours.id, user_id: id, role_name: 'User' })
      .execute()
    expect(await guest(network, token).refused('trackers', {}, 'GET')).toMatchObject(required)
    await sql`delete from membership where user_id = ${id} and organisation_id = ${ours.id}`.execute(network.db)
    expect((await client.list('tracker')).status).toBe(260)
  })

  it('closes the live map and the connection of a person’s phone', async () => {
    const live = await connectLive(network, { token: ours.staff.token, organisation_id: ours.id })
    const gone = new Promise((resolve) => live.socket.on('disconnect', resolve))
    await require(ours)
    await gone
    await expect(connectLive(network, { token: ours.staff.token, organisation_id: ours.id })).rejects.toThrow()
    const phone = openPhone(network.url)
    await phone.opened
    phone.send({ token: ours.user.token })
    expect(await phone.closed).toBe(1008)
    expect(phone.errors()).toEqual([[expect.stringContaining('second factor'), null]])
  })

  it('applies to all users if the platform requires it', async () => {
    await network.admin.call('POST', 'website', { second_factor_required: true })
    expect(await guest(network, theirs.customer.token).refused('trackers', {}, 'GET')).toMatchObject(required)
    expect(await guest(network, network.token).refused('users', {}, 'GET')).toMatchObject(required)
    await expect(theirs.administrator.client.call('POST', 'website', {})).rejects.toMatchObject(required)
  })

  it('applies to an impersonating administrator, not to the user', async () => {
    await require(ours)
    const { token } = ours.administrator
    expect(await guest(network, token).refused('user/impersonate', { id: ours.user.id })).toMatchObject(required)
    expect(await guest(network, network.token).refused('user/impersonate', { id: ours.user.id })).toMatchObject(
      required,
    )
    await setUp(ours.administrator)
    const { data } = await ours.administrator.client.call('POST', 'user/impersonate', { id: ours.user.id })
    expect(data.user.second_factor_required).toBe(false)
    expect((await guest(network, data.token).client.list('tracker')).status).toBe(260)
  })

  it('is set by administrators only', async () => {
    await expect(
      ours.user.client.call('POST', 'organisationconfig/save', { second_factor_required: true }),
    ).rejects.toMatchObject({ status: 403 })
    await expect(
      ours.administrator.client.call('POST', 'website', { second_factor_required: true }),
    ).rejects.toMatchObject({ status: 403 })
  })
})
