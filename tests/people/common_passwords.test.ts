import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Network, startNetwork } from '../network.ts'
import { makeOrganisation, type Organisation, PASSWORD } from '../seeds/people.ts'
import { guest, lastMail } from './accounts.people.ts'

let network: Network
let ours: Organisation
beforeAll(async () => {
  network = await startNetwork()
  ours = await makeOrganisation(network, 'Acme Transport')
})
afterAll(() => network.stop())

const common = (field: string) => ({ status: 400, code: 'password_common', field })
const twice = (password: string) => ({ password, password_confirm: password })

describe('a common password', () => {
  it.each(['Password123', 'QWERTYUIOP', 'aaaaaaaa', ' '.repeat(8), 'P@ssw0rd1'])(
    '"%s" is refused by every route',
    async (password) => {
      const email = `new-${hash('md5', password)}@example.com`
      const { refused, post } = guest(network)
      expect(await refused('user/register', { email, terms: true, ...twice(password) })).toMatchObject(
        common('password'),
      )
      await post('user/register', { email, terms: true })
      const { token } = await lastMail(network, email)
      const completion = { token, username: `new-${hash('md5', password)}`, terms: true, ...twice(password) }
      expect(await refused('user/register/complete', completion)).toMatchObject(common('password'))

      const own = guest(network, ours.user.token)
      const change = { password: PASSWORD, new_password: password, new_password_confirm: password }
      expect(await own.refused('password/change', change)).toMatchObject(common('new_password'))
      const administrator = guest(network, ours.administrator.token)
      const made = { organisation_id: ours.id, username: 'made', email: 'made@example.com', password }
      expect(await administrator.refused('user', made, 'PUT')).toMatchObject(common('password'))
      expect(await administrator.refused('user', { id: ours.user.id, password })).toMatchObject(common('password'))
    },
  )

  it('is the name of the person or their organisation', async () => {
    const own = guest(network, ours.staff.token)
    for (const name of [
      'Acme Transport',
      'acmetransport',
      'acme transport-STAFF',
      'acme transport-staff@example.com',
    ]) {
      const change = { password: PASSWORD, new_password: name, new_password_confirm: name }
      expect(await own.refused('password/change', change)).toMatchObject(common('new_password'))
    }
    const administrator = guest(network, ours.administrator.token)
    const made = { organisation_id: ours.id, username: 'very-unusual', email: 'made@example.com' }
    for (const password of ['Very-Unusual', 'made@example.com', 'ACME TRANSPORT']) {
      expect(await administrator.refused('user', { ...made, password }, 'PUT')).toMatchObject(common('password'))
    }
  })

  it('is refused with a mailed link, which stays valid', async () => {
    await network.db
      .updateTable('user_account')
      .set({ email: 'forgetful@example.com' })
      .where('id', '=', ours.customer.id)
      .execute()
    await guest(network).post('password/reset', { email: 'forgetful@example.com' })
    const { token } = await lastMail(network, 'forgetful@example.com')
    for (const name of ['password1', 'forgetful@example.com', 'Acme Transport']) {
      const change = { token, new_password: name, new_password_confirm: name }
      expect(await guest(network).refused('password/change', change)).toMatchObject(common('new_password'))
    }
    const good = 'not so common a password'
    const change = { token, new_password: good, new_password_confirm: good }
    expect((await guest(network).post('password/change', change)).status).toBe(261)
  })

  it('is refused in ADMIN_PASSWORD', async () => {
    await expect(startNetwork({ ADMIN_PASSWORD: 'password123' })).rejects.toThrow(/^ADMIN_PASSWORD/)
  })
})

describe('a password', () => {
  it('has 128 characters at most, of any kind', async () => {
    const own = guest(network, ours.user.token)
    const change = (new_password: string) => ({ password: PASSWORD, new_password, new_password_confirm: new_password })
    expect(await own.refused('password/change', change('aroha mai '.repeat(13)))).toMatchObject({
      status: 400,
      field: 'new_password',
      message: 'new_password: may have 128 characters.',
    })
    expect((await own.post('password/change', change(`${'🐢 aroha mai '.repeat(10)}kupukupu`))).status).toBe(261)
  })

  it('is judged 300 times in a quarter of an hour for one network, by every route', async () => {
    const { refused } = guest(network)
    const passwords = twice('aaaaaaaa')
    await refused('user/register', { email: 'a@example.com', terms: true, ...passwords })
    const all = network.db.updateTable('attempt').where('key', 'like', 'password_address:%')
    await all.set({ count: 300 }).execute()
    const changes = { new_password: 'aaaaaaaa', new_password_confirm: 'aaaaaaaa' }
    const made = { organisation_id: ours.id, username: 'made', email: 'made@example.com', password: 'aaaaaaaa' }
    const administrator = guest(network, ours.administrator.token)
    expect(
      await Promise.all([
        refused('user/register', { email: 'a@example.com', terms: true, ...passwords }),
        refused('user/register/complete', { token: 'x', username: 'abcd', terms: true, ...passwords }),
        refused('invitation/register', { token: 'x', terms: true, ...passwords }),
        refused('password/change', { token: 'x', ...changes }),
        guest(network, ours.staff.token).refused('password/change', { password: PASSWORD, ...changes }),
        administrator.refused('user', made, 'PUT'),
        administrator.refused('user', { id: ours.customer.id, password: 'aaaaaaaa' }),
      ]),
    ).toMatchObject(Array.from({ length: 7 }, () => ({ status: 429, code: 'too_many_requests' })))
    await all.set({ count: 0 }).execute()
  })
})
