import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../messaging/fakes.ts'
import { type Network, signIn, startNetwork } from '../network.ts'
import { type College, day, makeCollege } from '../seeds/college.ts'
import { makePerson, PASSWORD, type Person } from '../seeds/people.ts'
import { guest, tokenIn } from './accounts.people.ts'

let network: Network
let smtp: MailServer
let college: College
/** A trainee with a private activity and a case with a health number. */
let trainee: Person
let email: string
let activity_id: number
let count = 0
beforeAll(async () => {
  smtp = await startMailServer()
  network = await startNetwork({ SMTP_URL: smtp.url, MAIL_FROM: 'Ringfence <no-reply@example.com>' })
  college = await makeCollege(network, 'college')
})
afterAll(async () => {
  await network.stop()
  await smtp.stop()
})
beforeEach(async () => {
  await network.db.deleteFrom('attempt').execute()
  trainee = await makePerson(network, `trainee-${++count}`, college.id, 'User')
  email = `${trainee.username}@example.com`
  const activity = { target: 'I was afraid', private: true, completed_on: day(-1) }
  activity_id = (await trainee.client.create('devactivity', activity)).data.id
  await trainee.client.create('procedure', { date: day(-1), nhi: 'ZAC5361' })
})

const NEW_PASSWORD = 'another long one'
const administrators = () => ({ administrator: college.administrator.client, platform: network.admin })
const tokenTo = async (address: string) => {
  await network.server.delivery.drain()
  return tokenIn(smtp.to(address).at(-1)?.text ?? '')
}
const addressOf = async () =>
  (await network.db.selectFrom('user_account').select('email').where('id', '=', trainee.id).executeTakeFirstOrThrow())
    .email
const reads = async (token: string) => {
  const { client } = guest(network, token)
  const activity = (await client.read('devactivity', activity_id)).data
  const [procedure] = (await client.list('procedure', {})).data
  const nhi = await client.call('POST', 'procedure/nhi', { id: procedure!.id }).then(
    ({ data }) => data.nhi,
    ({ status }) => status,
  )
  return [activity.target, procedure!.nhi, nhi]
}
const open = ['I was afraid', 'ZAC••••', 'ZAC5361']
const closed = [null, '•••••••', 403]
const afterDays = async (days: number) => {
  await sql`update address_change set due_at = due_at - make_interval(days => ${sql.lit(days)})`.execute(network.db)
  await network.server.api.upkeep.run()
}

describe('where a person has private records', () => {
  it('no administrator sets the password or the second address', async () => {
    for (const client of Object.values(administrators())) {
      for (const change of [{ password: NEW_PASSWORD }, { email_alt: 'other@example.com' }]) {
        const [field] = Object.keys(change)
        await expect(client.update('user', { id: trainee.id, ...change })).rejects.toMatchObject({ status: 476, field })
      }
      expect((await client.read('user', trainee.id)).data.private_records).toBe(true)
    }
    expect(await reads(await signIn(network.url, trainee.username, PASSWORD))).toEqual(open)
  })

  it('an administrator sends a link to the proved address, which is in the log as theirs', async () => {
    await college.administrator.client.call('POST', 'user/link', { id: trainee.id })
    const token = await tokenTo(email)
    const body = { token, new_password: NEW_PASSWORD, new_password_confirm: NEW_PASSWORD }
    await guest(network).post('password/change', body)
    expect(await reads(await signIn(network.url, trainee.username, NEW_PASSWORD))).toEqual(open)
    const { data } = await college.administrator.client.list('auditlog', { action: 'user.link' })
    expect(data[0]).toMatchObject({ user_id: college.administrator.id, entity_id: trainee.id })
  })

  it.each(['administrator', 'platform'] as const)('an address from an %s waits seven days', async (who) => {
    const wanted = `wanted-${count}@example.com`
    await administrators()[who].update('user', { id: trainee.id, email: wanted })
    expect(await addressOf()).toBe(email)
    // A reset still goes to the present address, and none to the wanted one.
    await guest(network).post('password/reset', { email: wanted })
    const proof = await tokenTo(wanted)
    expect(smtp.to(wanted).length).toBe(1)
    await guest(network).post('email/token', { token: proof })
    await afterDays(6)
    expect(await addressOf()).toBe(email)
    await afterDays(1)
    expect(await addressOf()).toBe(wanted)
  })

  it('without a proof of the new address nothing changes', async () => {
    await network.admin.update('user', { id: trainee.id, email: `silent-${count}@example.com` })
    await afterDays(8)
    expect(await addressOf()).toBe(email)
  })

  it('the old address stops the change, or confirms it at once', async () => {
    const wanted = `asked-${count}@example.com`
    const ask = async () => {
      await college.administrator.client.update('user', { id: trainee.id, email: wanted })
      return { old: await tokenTo(email), proof: await tokenTo(wanted) }
    }
    const first = await ask()
    expect((await guest(network).post('email/waiting/token', { token: first.old })).data.email).toBe(wanted)
    await guest(network).post('email/waiting/answer', { token: first.old, agree: false })
    await guest(network)
      .post('email/token', { token: first.proof })
      .catch(() => {})
    await afterDays(8)
    expect(await addressOf()).toBe(email)
    const second = await ask()
    await guest(network).post('email/waiting/answer', { token: second.old, agree: true })
    expect(await addressOf()).toBe(email)
    await guest(network).post('email/token', { token: second.proof })
    expect(await addressOf()).toBe(wanted)
  })

  it('the person stops it while signed in; who acts as them does not confirm it', async () => {
    const wanted = `stopped-${count}@example.com`
    await network.admin.update('user', { id: trainee.id, email: wanted })
    const { data } = await network.admin.call('POST', 'user/impersonate', { id: trainee.id })
    const refused = await guest(network, data.token).refused('email/waiting', { agree: true })
    expect(refused).toMatchObject({ status: 403 })
    await trainee.client.call('POST', 'email/waiting', { agree: false })
    expect((await network.admin.read('user', trainee.id)).data.waiting_email).toBe(null)
  })

  it('an address that others had entered before gets no way in', async () => {
    await network.db.updateTable('user_account').set({ email_proved_at: null }).where('id', '=', trainee.id).execute()
    const before = smtp.to(email).length
    await guest(network).post('password/reset', { email })
    await guest(network).post('user/register', { email, terms: true })
    await tokenTo(email)
    expect(smtp.to(email).length).toBe(before)
    const answer = await college.administrator.client.call('POST', 'user/link', { id: trainee.id }).catch((e) => e)
    expect(answer.status).toBe(476)
  })

  it('its own new address is changed by the person as before', async () => {
    const wanted = `own-${count}@example.com`
    await trainee.client.call('POST', 'email/change', { email: wanted, password: PASSWORD })
    await guest(network).post('email/token', { token: await tokenTo(wanted) })
    expect(await addressOf()).toBe(wanted)
  })
})

describe('private texts and health numbers are closed', () => {
  const set = (values: object) =>
    network.db.updateTable('user_account').set(values).where('id', '=', trainee.id).execute()

  it.each([
    ['by a password that others have known', { password_origin: 'changed' as const }],
    ['at an address that was never proved', { email_proved_at: null }],
  ])('in a session that began %s', async (_how, values) => {
    await set(values)
    const token = await signIn(network.url, trainee.username, PASSWORD)
    expect(await reads(token)).toEqual(closed)
    const { client } = guest(network, token)
    const renewed = (await client.call('GET', 'user/token')).data.token
    expect(await reads(renewed)).toEqual(closed)
    const tried = [
      () => client.create('devactivity', { private: true }),
      () => client.create('procedure', { date: day(-1), nhi: 'ZAC5361' }),
      () => client.update('devactivity', { id: activity_id, private: false }),
      () => client.call('POST', 'procedures/nhi', { nhi: 'ZAC5361' }),
    ]
    for (const request of tried) await expect(request()).rejects.toMatchObject({ status: 403 })
    const wanted = `changed-${count}@example.com`
    await client.call('POST', 'email/change', { email: wanted, password: PASSWORD })
    await guest(network).post('email/token', { token: await tokenTo(wanted) })
    expect(await addressOf()).toBe(email)
  })

  it('in the operator’s session, and to an impersonator', async () => {
    const { data } = await network.admin.call('POST', 'user/impersonate', { id: trainee.id })
    expect(await reads(data.token)).toEqual(closed)
  })

  it('and open in a session that its person began', async () => {
    expect(await reads(trainee.token)).toEqual(open)
  })
})
