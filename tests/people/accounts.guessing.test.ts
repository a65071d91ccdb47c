import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { password_cost } from '#db/tables/people/password_cost.ts'
import type { Network } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation, PASSWORD } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'
import { guest, lastMail } from './accounts.people.ts'

let network: Network
let ours: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
})

/** Attempts a sign-in from an address, with a cookie. */
async function attempt(username: string, password: string, { from, cookie, code }: Attempt) {
  const answer = await network.server.api.app.inject({
    method: 'POST',
    url: '/api/v1/user/signin',
    payload: { username, password, ...(code && { code }) },
    remoteAddress: from,
    ...(cookie && { headers: { cookie } }),
  })
  const wait_s = answer.headers['retry-after']
  const set = answer.headers['set-cookie']
  return {
    status: answer.statusCode,
    wait_s: wait_s === undefined ? null : Number(wait_s),
    ...(set && { cookie: String(set).split(';')[0]! }),
  }
}

/** Ages the guess counters by some seconds. */
const pass = (seconds: number) =>
  sql`update guess set guessed_at = guessed_at - make_interval(secs => ${seconds}::float8)`.execute(network.db)

type Attempt = { from: string; cookie?: string | undefined; code?: string }

const signIn = (username: string) => guest(network).post('user/signin', { username, password: PASSWORD })

describe('guessing', () => {
  it('is slowed down after ten, for existing and unknown names alike, does not affect others, and is reset by an administrator', async () => {
    const person = await makePerson(network, 'guessed', ours.id, 'User')
    const answers = async (username: string) => {
      const wrong = { username, password: 'wrong' }
      const all = await Promise.all(Array.from({ length: 200 }, () => guest(network).refused('user/signin', wrong)))
      return Object.fromEntries(
        Map.groupBy(all, ({ status }) => status)
          .entries()
          .map(([s, { length }]) => [s, length]),
      )
    }
    const guessing = answers('guessed')
    expect((await signIn('ours-user')).status).toBe(200)
    expect(await guessing).toEqual({ 401: 10, 429: 190 })
    expect(await answers('unknown')).toEqual({ 401: 10, 429: 190 })
    expect((await signIn('ours-staff')).status).toBe(200)
    const locked = { username: 'guessed', password: PASSWORD }
    expect(await guest(network).refused('user/signin', locked)).toMatchObject({ status: 429 })
    await ours.administrator.client.call('POST', 'user/unlock', { id: person.id })
    expect((await signIn('guessed')).status).toBe(200)
  })

  it('backs off exponentially, with Retry-After, and is reset by the correct password', async () => {
    await makePerson(network, 'patient', ours.id, 'User')
    const from = '198.51.100.20'
    for (let n = 0; n < 10; n++)
      expect(await attempt('patient', 'wrong', { from })).toEqual({ status: 401, wait_s: null })
    const waits: number[] = []
    for (let n = 0; n < 9; n++) {
      const { status, wait_s } = await attempt('patient', 'wrong', { from })
      expect(status).toBe(429)
      // Refused guesses are not counted: the wait gets shorter.
      expect((await attempt('patient', PASSWORD, { from })).wait_s).toBeLessThanOrEqual(wait_s!)
      waits.push(wait_s!)
      await pass(wait_s!)
      expect((await attempt('patient', 'wrong', { from })).status).toBe(401)
    }
    expect(waits.slice(0, 6).map((wait_s) => Math.round(wait_s / 15))).toEqual([1, 2, 4, 8, 16, 32])
    // The level decays as well.
    expect(waits.at(-1)).toBe(900)
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits)
    await pass(900)
    expect((await attempt('patient', PASSWORD, { from })).status).toBe(200)
    for (let n = 0; n < 10; n++) expect((await attempt('patient', 'wrong', { from })).status).toBe(401)
  })

  it('does not block sign-ins from another network, or from a known browser', async () => {
    await makePerson(network, 'victim', ours.id, 'User')
    const attacker = '2001:db8:bad:1::7'
    const { cookie } = await attempt('victim', PASSWORD, { from: '198.51.100.30' })
    const hammer = async () => {
      for (let n = 0; n < 15; n++) await attempt('victim', `guess ${n}`, { from: attacker })
      // The network is counted, not the address.
      expect((await attempt('victim', 'guess', { from: '2001:db8:bad:1:ffff::1' })).status).toBe(429)
    }
    await hammer()
    expect((await attempt('victim', PASSWORD, { from: '198.51.100.31' })).status).toBe(200)
    await hammer()
    // Even from the attacker's network.
    expect((await attempt('victim', PASSWORD, { from: attacker, cookie })).status).toBe(200)
    expect((await attempt('victim', PASSWORD, { from: attacker })).status).toBe(429)
  })

  it('by many machines together is limited, while known networks and browsers are not', async () => {
    await makePerson(network, 'wanted', ours.id, 'User')
    const home = '198.51.100.40'
    const { cookie } = await attempt('wanted', PASSWORD, { from: home })
    const machine = async (n: number) => (await attempt('wanted', `guess ${n}`, { from: `203.0.113.${n}` })).status
    for (let n = 0; n < 5; n++) expect(await machine(n)).toBe(401)
    const { rows } = await sql<{ level: number }>`select level from guess where subject like 'name:%' and scope = ''
      order by guessed_at desc limit 1`.execute(network.db)
    expect(rows[0]!.level).toBeCloseTo(5, 1)
    // Twenty-five machines more have guessed.
    await sql`update guess set level = 29.9 where subject like 'name:%' and scope = ''`.execute(network.db)
    for (let n = 5; n < 25; n++) expect(await machine(n)).toBe(429)
    expect((await attempt('wanted', PASSWORD, { from: '198.51.100.41' })).status).toBe(429)
    expect((await attempt('wanted', PASSWORD, { from: home })).status).toBe(200)
    expect((await attempt('wanted', PASSWORD, { from: '198.51.100.41', cookie })).status).toBe(200)
    await pass(300)
    expect((await attempt('wanted', PASSWORD, { from: '198.51.100.42' })).status).toBe(200)
  })

  it('in a known browser has its own counter, and is limited too', async () => {
    await makePerson(network, 'lent', ours.id, 'User')
    const { cookie } = await attempt('lent', PASSWORD, { from: '198.51.100.50' })
    for (let n = 0; n < 10; n++) {
      expect((await attempt('lent', 'wrong', { from: `198.51.100.${60 + n}`, cookie })).status).toBe(401)
    }
    expect((await attempt('lent', PASSWORD, { from: '198.51.100.80', cookie })).status).toBe(429)
    // A forged cookie is not known.
    const planted = `ringfence-device=${'x'.repeat(43)}`
    const answer = await attempt('lent', PASSWORD, { from: '198.51.100.81', cookie: planted })
    expect([answer.status, answer.cookie === planted]).toEqual([200, false])
  })

  it('does not reveal whether a name and an address exist, or belong together', async () => {
    await makePerson(network, 'one-person', ours.id, 'User')
    const from = '198.51.100.90'
    for (let n = 0; n < 11; n++) await attempt('one-person', 'wrong', { from })
    expect((await attempt('one-person', 'wrong', { from })).status).toBe(429)
    expect((await attempt('one-person@example.com', 'wrong', { from })).status).toBe(401)
    expect((await attempt('no-person@example.com', 'wrong', { from })).status).toBe(401)
  })

  it('of codes with the correct password is limited over all networks, and not in the owner’s browser', async () => {
    const { client } = await makePerson(network, 'coded', ours.id, 'User')
    const { cookie } = await attempt('coded', PASSWORD, { from: '198.51.100.100' })
    const { data } = await client.call('POST', 'user/totp/start', { password: PASSWORD })
    const totp = new TOTP({ secret: Secret.fromBase32(data.secret) })
    await client.call('POST', 'user/totp/enable', { code: totp.generate() })
    const answers: number[] = []
    for (let n = 0; n < 14; n++) {
      const guess = { from: `203.0.113.${n}`, code: n % 2 ? '000000' : 'guessed-recovery' }
      answers.push((await attempt('coded', PASSWORD, guess)).status)
    }
    expect(answers).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
    const code = totp.generate({ timestamp: Date.now() + 30_000 })
    expect((await attempt('coded', PASSWORD, { from: '203.0.113.1', cookie, code })).status).toBe(200)
  })

  it.each<[string, string, object, 'POST' | 'DELETE']>([
    ['password/change', 'password', { new_password: 'quite another', new_password_confirm: 'quite another' }, 'POST'],
    ['email/change', 'password', { email: 'elsewhere@example.com' }, 'POST'],
    ['user/account', 'password', {}, 'DELETE'],
    ['user/totp/start', 'password', {}, 'POST'],
    ['user/totp/disable', 'password', {}, 'POST'],
    ['user/totp/enable', 'code', {}, 'POST'],
  ])('in an open session, at %s, is slowed down in that session only', async (path, field, body, method) => {
    const username = `open-${path.replace(/\W/g, '-')}`
    const { token } = await makePerson(network, username, ours.id, 'User')
    if (path === 'email/change') await sql`delete from attempt`.execute(network.db)
    const guess = async () => {
      if (path === 'email/change') await sql`delete from attempt`.execute(network.db)
      return (await guest(network, token).refused(path, { ...body, [field]: '000000' }, method)).status
    }
    for (let n = 0; n < 10; n++) expect([400, 403]).toContain(await guess())
    expect(await guess()).toBe(429)
    expect((await signIn(username)).status).toBe(200)
  })

  it('is reset with the password by mail, also where the link was followed', async () => {
    await makePerson(network, 'resetting', ours.id, 'User')
    const from = '198.51.100.110'
    const { cookie } = await attempt('resetting', PASSWORD, { from: '198.51.100.111' })
    for (let n = 0; n < 11; n++) await attempt('resetting', 'wrong', { from })
    await guest(network).post('password/reset', { email: 'resetting@example.com' })
    const { token } = await lastMail(network, 'resetting@example.com')
    const payload = { token, new_password: 'quite another', new_password_confirm: 'quite another' }
    const answer = await network.server.api.app.inject({
      method: 'POST',
      url: '/api/v1/password/change',
      payload,
      remoteAddress: from,
    })
    const fresh = String(answer.headers['set-cookie']).split(';')[0]!
    for (let n = 0; n < 11; n++) await attempt('resetting', 'wrong', { from })
    expect((await attempt('resetting', 'quite another', { from })).status).toBe(429)
    // Origins known by the old password are forgotten.
    expect((await attempt('resetting', 'quite another', { from, cookie })).status).toBe(429)
    expect((await attempt('resetting', 'quite another', { from, cookie: fresh })).status).toBe(200)
  })

  it('at many accounts from one network does not delay other sign-ins', async () => {
    // As dear as they are outside of tests: otherwise none waits for another.
    const cheap = { ...password_cost }
    Object.assign(password_cost, { memory: 19 * 1024, passes: 2 })
    onTestFinished(() => void Object.assign(password_cost, cheap))
    const finished: string[] = []
    const signing = (username: string, password: string, remoteAddress: string) =>
      network.server.api.app
        .inject({ method: 'POST', url: '/api/v1/user/signin', payload: { username, password }, remoteAddress })
        .then(({ statusCode }) => void finished.push(`${username} ${statusCode}`))
    const guesses = Array.from({ length: 200 }, (_, i) => signing(`guess-${i}`, 'wrong', '203.0.113.5'))
    // After the first answer, the others wait or are refused.
    await Promise.race(guesses)
    await signing('ours-user', PASSWORD, '198.51.100.7')
    await Promise.all(guesses)
    const hashed = finished.filter((line) => !line.endsWith('429'))
    // Our sign-in waited for running attempts, not for all queued ones.
    expect(hashed.length).toBeGreaterThan(100)
    expect(hashed.indexOf('ours-user 200')).toBeLessThan(10)
  })

  it('of addresses for mails is refused after five, existing or not', async () => {
    for (const email of ['ours-user@example.com', 'unknown@example.com']) {
      for (let n = 0; n < 5; n++) await guest(network).post('password/reset', { email })
      expect(await guest(network).refused('password/reset', { email })).toMatchObject({ status: 429 })
    }
  })
})
