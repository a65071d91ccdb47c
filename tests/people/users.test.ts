import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import { ADMIN, type Network, startNetwork } from '../network.ts'
import { switchFeatures } from '../seeds/college.ts'
import { makeOrganisation, makePerson, type Organisation, PASSWORD } from '../seeds/people.ts'
import { guest } from './accounts.people.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await startNetwork({ TRUST_PROXY: 'loopback' })
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
})
afterAll(() => network.stop())

const remove = (client: Client, ids: number[]) => client.call('DELETE', 'users', { ids })
const deleted = async (client: Client) => (await client.list('deleteduser', {})).data

describe('DELETE users', () => {
  it('gives a verdict for each, and deletes the others when one is refused', async () => {
    const { administrator } = ours
    const [a, b] = [
      await makePerson(network, 'a-one', ours.id, 'User'),
      await makePerson(network, 'a-two', ours.id, 'User'),
    ]
    const answer = await remove(administrator.client, [a.id, administrator.id, theirs.user.id, b.id])
    expect(answer.status).toBe(262)
    expect(answer.data).toMatchObject([
      { id: a.id, status: 262 },
      { id: administrator.id, status: 476, code: 'not_possible' },
      { id: theirs.user.id, status: 404, code: 'not_found' },
      { id: b.id, status: 262 },
    ])
    expect(answer.message).toBe('2 of 4 have been deleted.')
    await expect(administrator.client.read('user', a.id)).rejects.toMatchObject({ status: 404 })
    expect((await theirs.user.client.list('session')).data).toHaveLength(1)
  })

  it('keeps the last platform administrator', async () => {
    const { data } = await network.admin.list('user', { search: ADMIN.email })
    expect(await remove(network.admin, [data[0]!.id])).toMatchObject({ status: 200, data: [{ status: 476 }] })
  })

  it.each([
    ['no ids', { ids: [] }],
    ['more than 200', { ids: Array.from({ length: 201 }, (_, i) => i + 1) }],
    ['the same twice', { ids: [1, 1] }],
    ['text', { ids: ['one'] }],
    ['nothing', {}],
  ])('refuses %s', async (_name, body) => {
    await expect(network.admin.call('DELETE', 'users', body)).rejects.toMatchObject({
      status: 400,
      field: expect.stringMatching(/^ids/),
    })
  })

  it('refuses impersonators', async () => {
    const { data } = await network.admin.call('POST', 'user/impersonate', { id: ours.administrator.id })
    const { client } = guest(network, data.token)
    expect((await remove(client, [ours.user.id])).data).toMatchObject([{ status: 403 }])
  })
})

describe('a deleted account', () => {
  it('is listed and restored by administrators of its organisation, with its password and memberships', async () => {
    const person = await makePerson(network, 'back-again', ours.id, 'Staff')
    await remove(ours.administrator.client, [person.id])
    expect((await deleted(ours.administrator.client)).find(({ id }) => id === person.id)).toMatchObject({
      username: 'back-again',
      deleted: true,
      deleted_by_user_id: ours.administrator.id,
      memberships: [{ organisation_id: ours.id, role_name: 'Staff' }],
    })
    for (const client of [theirs.administrator.client, ours.staff.client]) {
      expect((await deleted(client)).map(({ id }) => id)).not.toContain(person.id)
      await expect(client.call('POST', 'user/restore', { id: person.id })).rejects.toMatchObject({ status: 404 })
    }
    await ours.administrator.client.call('POST', 'user/restore', { id: person.id })
    const { data } = await ours.administrator.client.read('user', person.id)
    expect(data).toMatchObject({ deleted: false, deleted_at: null, deleted_by_user_id: null })
    const signing_in = { username: 'back-again', password: PASSWORD }
    expect((await guest(network).post('user/signin', signing_in)).data.user.memberships).toHaveLength(1)
    await expect(ours.administrator.client.call('POST', 'user/restore', { id: person.id })).rejects.toMatchObject({
      status: 404,
    })
    const { data: log } = await ours.administrator.client.list('auditlog', { sort: '-id' })
    expect(log.map(({ action }) => action)).toContain('user.restore')
  })

  it('is not restored while another account has its username or address', async () => {
    const person = await makePerson(network, 'taken', ours.id, 'User')
    await remove(ours.administrator.client, [person.id])
    await ours.administrator.client.create('user', { username: 'taken', email: 'another@example.com' })
    const restore = () => ours.administrator.client.call('POST', 'user/restore', { id: person.id })
    await expect(restore()).rejects.toMatchObject({ status: 464, field: 'username' })
    await network.db.updateTable('user_account').set({ username: 'taken-2' }).where('id', '=', person.id).execute()
    await restore()
  })

  it('is for platform administrators alone if its person has deleted it', async () => {
    const person = await makePerson(network, 'had-enough', ours.id, 'User')
    await person.client.call('DELETE', 'user/account', { password: PASSWORD })
    expect((await deleted(ours.administrator.client)).map(({ id }) => id)).not.toContain(person.id)
    expect((await deleted(network.admin)).map(({ id }) => id)).toContain(person.id)
    await network.admin.call('POST', 'user/restore', { id: person.id })
  })
})

describe('the row of a user', () => {
  it('holds memberships and roles, but no organisation that the reader does not administer', async () => {
    const { id, client } = await makePerson(network, 'in-both', ours.id, 'Staff')
    await network.db
      .insertInto('membership')
      .values({ organisation_id: theirs.id, user_id: id, role_name: 'User' })
      .execute()
    const both = [
      { organisation_id: ours.id, organisation_name: 'ours', role_name: 'Staff', role_is_admin: false },
      { organisation_id: theirs.id, organisation_name: 'theirs', role_name: 'User', role_is_admin: false },
    ]
    expect((await client.read('user', id)).data).toMatchObject({ memberships: both, roles: [] })
    expect((await network.admin.read('user', id)).data.memberships).toMatchObject(both)
    const { data } = await ours.administrator.client.read('user', id)
    expect(data).toMatchObject({ complete: false, roles: null })
    expect(data.memberships).toMatchObject([both[0]])
    const { data: admins } = await network.admin.list('user', { search: ADMIN.email })
    expect(admins[0]!.roles).toEqual([{ name: expect.any(String), is_admin: true }])
  })

  it('holds certifications for the person and for administrators of their organisation', async () => {
    await switchFeatures(network, ours.id, ['tracking', 'files', 'cpd'])
    const { id, client } = await makePerson(network, 'certified', ours.id, 'User')
    const fields = { organisation_id: ours.id, type: 'Resuscitation', level: 'Advanced' }
    await client.create('devqualification', { ...fields, name: 'Life support', expires_on: '2024-02-29' })
    await client.create('devqualification', { ...fields, name: 'Fellowship' })
    const expected = [
      { type: 'Resuscitation', name: 'Fellowship', expires_on: null, state: 'unconfirmed' },
      { type: 'Resuscitation', name: 'Life support', expires_on: '2024-02-29', state: 'lapsed' },
    ]
    for (const reader of [client, ours.administrator.client]) {
      expect((await reader.read('user', id)).data.certifications).toMatchObject(expected)
    }
    // Neither the platform's right nor another organisation's opens what a person records.
    expect((await network.admin.read('user', id)).data.certifications).toEqual([])
    await switchFeatures(network, ours.id, ['tracking', 'files'])
    expect((await client.read('user', id)).data.certifications).toEqual([])
  })

  it('has a type and a number of the organisation’s, which only administrators set and search', async () => {
    const { id, client } = await makePerson(network, 'numbered', ours.id, 'User')
    await ours.administrator.client.update('user', { id, type: 'Contractor', number: 'S-1047' })
    expect((await ours.administrator.client.list('user', { search: 's-1047' })).data.map((user) => user.id)).toEqual([
      id,
    ])
    expect((await theirs.administrator.client.list('user', { search: 's-1047' })).data).toEqual([])
    await expect(client.update('user', { id, number: 'S-1' })).rejects.toMatchObject({ status: 403 })
  })

  it('keeps the country that the account was made from', async () => {
    const from = async (ip: string, username: string) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': ip }
      const body = JSON.stringify({ email: `${username}@example.com`, username, terms: true })
      await fetch(`${network.url}/api/v1/user/register`, { method: 'POST', headers, body })
      const { data } = await network.admin.list('user', { search: username })
      return [data[0]!.created_ip, data[0]!.created_address]
    }
    expect(await from('130.216.1.1', 'from-auckland')).toEqual(['130.216.1.1', 'New Zealand'])
    expect(await from('10.0.0.1', 'from-inside')).toEqual(['10.0.0.1', null])
  })

  it('takes every field of a profile', async () => {
    const { client, id } = ours.user
    const profile = {
      middlename: 'Aroha',
      gender: 'female',
      dob: '1990-02-28',
      unit: '2A',
      street: 'Quay Street',
      state: 'Auckland',
      phone_home: '09 123 4567',
      base_url: 'https://example.com',
      age_gt13: true,
      age_lt13: false,
      post_login_url: '/app/map',
      post_logout_url: '/app/contact',
    }
    expect((await client.update('user', { id, ...profile })).data).toMatchObject(profile)
    for (const wrong of [
      { base_url: 'javascript:alert(1)' },
      { dob: '1990-02-30' },
      { post_login_url: '//elsewhere.example' },
    ]) {
      const [field] = Object.keys(wrong)
      await expect(client.update('user', { id, ...wrong })).rejects.toMatchObject({ status: 400, field })
    }
  })

  it('is marked as a developer’s by platform administrators, which their sign-in says', async () => {
    const mark = (client: Client, body: object) => client.call('POST', 'user/role', { id: ours.customer.id, ...body })
    await expect(mark(ours.administrator.client, { developer: true })).rejects.toMatchObject({ status: 403 })
    await expect(mark(network.admin, {})).rejects.toMatchObject({ status: 400, field: 'platform_admin' })
    await mark(network.admin, { developer: true })
    const { data } = await guest(network).post('user/signin', { username: ours.customer.username, password: PASSWORD })
    expect(data.user).toMatchObject({ testing: true, platform_admin: false })
  })
})
