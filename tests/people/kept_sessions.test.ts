import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectLive, type Network, startNetwork } from '../network.ts'
import { guest, PASSWORD, register } from './accounts.people.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork({ PUBLIC_URL: 'https://ringfence.example' })
})
afterAll(() => network.stop())

const NAME = '__Host-ringfence-session'
const REFUSED = { status: 401, code: 'unauthorized' }

/** A browser, as far as cookies go. */
function openBrowser(jar = new Map<string, string>()) {
  const post = async (path: string, body: object = {}, { token = '', ...headers }: Record<string, string> = {}) => {
    const response = await fetch(`${network.url}/api/v1/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify(body),
    })
    const set = response.headers.getSetCookie()
    for (const line of set) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value) jar.set(name!, value)
      else jar.delete(name!)
    }
    const answer = await response.json()
    return { status: response.status, set, code: answer.code, data: answer.data }
  }
  return {
    post,
    jar,
    cookie: () => jar.get(NAME),
    refresh: () => post('user/refresh'),
    /** A thief's browser with the same cookies. */
    copy: () => openBrowser(new Map(jar)),
  }
}

let people = 0
/** A new person who is kept signed in. */
async function keptPerson() {
  const username = `kept-${people++}`
  await register(network, username)
  const browser = openBrowser()
  const { data } = await browser.post('user/signin', { username, password: PASSWORD, keep: true })
  return { username, browser, token: data.token as string, session_id: data.session_id as number, id: data.user.id }
}

/** Ages what was replaced beyond the grace. */
const afterGrace = () =>
  sql`update refresh_token set replaced_at = replaced_at - interval '1 hour',
    created_at = created_at - interval '1 hour'`.execute(network.db)

const isAlive = async (token: string) =>
  (await fetch(`${network.url}/api/v1/trackers`, { headers: { authorization: `Bearer ${token}` } })).status !== 401

describe('a browser that keeps its session', () => {
  it('holds a token that scripts, other sites and plain http do not get, and the database its hash', async () => {
    const { browser } = await keptPerson()
    const { set } = await browser.refresh()
    expect(set).toEqual([
      `${NAME}=${browser.cookie()}; Path=/; Max-Age=${30 * 24 * 3600}; HttpOnly; SameSite=Strict; Secure`,
    ])
    const { rows } = await sql<{ token_sha256: string }>`select token_sha256 from refresh_token`.execute(network.db)
    const stored = rows.map(({ token_sha256 }) => token_sha256)
    expect(stored).toContain(hash('sha256', browser.cookie()!))
    expect(stored).not.toContain(browser.cookie())
  })

  it('signs in without a password and a token, in the same session, with a new cookie each time', async () => {
    const { browser, session_id, username } = await keptPerson()
    const first = browser.cookie()
    const { status, data } = await browser.refresh()
    expect({ status, session_id: data.session_id, username: data.user.username }).toEqual({
      status: 200,
      session_id,
      username,
    })
    expect(await isAlive(data.token)).toBe(true)
    expect(browser.cookie()).toMatch(/^[\w-]{43}$/)
    expect(browser.cookie()).not.toBe(first)
  })

  it('stays signed in for 30 days, not for an hour, and no longer', async () => {
    const { browser, session_id } = await keptPerson()
    const { rows } = await sql<{ days: number }>`select extract(epoch from expires_at - now())::float8 / 86400 as days
      from session where id = ${session_id}`.execute(network.db)
    expect(Math.round(rows[0]!.days)).toBe(30)
    await browser.refresh()
    await sql`update session set kept_until = now() where id = ${session_id}`.execute(network.db)
    expect(await browser.refresh()).toMatchObject(REFUSED)
    expect(browser.cookie()).toBeUndefined()
  })

  it('gets no cookie without the wish, and without the cookie no session', async () => {
    const { username } = await keptPerson()
    const browser = openBrowser()
    const { set } = await browser.post('user/signin', { username, password: PASSWORD })
    expect(set.join()).not.toContain(NAME)
    expect(await browser.refresh()).toMatchObject(REFUSED)
  })

  it('is listed with its end, and revoked from another session', async () => {
    const { browser, session_id, username, token } = await keptPerson()
    const { data } = await guest(network).post('user/signin', { username, password: PASSWORD })
    const elsewhere = guest(network, data.token).client
    const listed = (await elsewhere.list('session')).data
    expect(listed.map(({ id, kept_until }) => [id, kept_until !== null])).toEqual(
      expect.arrayContaining([
        [session_id, true],
        [data.session_id, false],
      ]),
    )
    const live = await connectLive(network, { token })
    const closed = new Promise((resolve) => live.socket.once('disconnect', resolve))
    await elsewhere.remove('session', session_id)
    await closed
    expect(await browser.refresh()).toMatchObject(REFUSED)
  })
})

describe('a kept session ends', () => {
  it('when its person signs out', async () => {
    const { browser, token } = await keptPerson()
    const thief = browser.copy()
    await browser.post('user/signout', {}, { token })
    expect(browser.cookie()).toBeUndefined()
    expect(await thief.refresh()).toMatchObject(REFUSED)
  })

  it('when the browser forgets it, after a sign-out without a network', async () => {
    const { browser, token } = await keptPerson()
    await browser.post('user/forget')
    expect(browser.cookie()).toBeUndefined()
    expect(await isAlive(token)).toBe(false)
  })

  it('when another person signs in with the browser', async () => {
    const { browser, token } = await keptPerson()
    const { username } = await keptPerson()
    await browser.post('user/signin', { username, password: PASSWORD })
    expect(browser.cookie()).toBeUndefined()
    expect(await isAlive(token)).toBe(false)
  })

  it('when the password changes elsewhere', async () => {
    const { browser, username } = await keptPerson()
    const { data } = await guest(network).post('user/signin', { username, password: PASSWORD })
    const changed = {
      password: PASSWORD,
      new_password: 'a new horse battery',
      new_password_confirm: 'a new horse battery',
    }
    await guest(network, data.token).post('password/change', changed)
    expect(await browser.refresh()).toMatchObject(REFUSED)
  })

  it('when the account is switched off, and does not come back with it', async () => {
    const { browser, id } = await keptPerson()
    await network.admin.update('user', { id, active: false })
    expect(await browser.copy().refresh()).toMatchObject(REFUSED)
    await network.admin.update('user', { id, active: true })
    expect(await browser.refresh()).toMatchObject(REFUSED)
  })

  it('when the second factor is switched on or off in another session', async () => {
    const { browser, username } = await keptPerson()
    const { data } = await guest(network).post('user/signin', { username, password: PASSWORD })
    const elsewhere = guest(network, data.token)
    const { data: started } = await elsewhere.post('user/totp/start', { password: PASSWORD })
    const totp = new TOTP({ secret: Secret.fromBase32(started.secret) })
    await elsewhere.post('user/totp/enable', { code: totp.generate() })
    expect(await browser.refresh()).toMatchObject(REFUSED)
    expect(await isAlive(data.token)).toBe(true)
  })
})

describe('a thief of the cookie', () => {
  it('who uses it after the owner ends the session for both, which is audited', async () => {
    const { browser, token, id } = await keptPerson()
    const thief = browser.copy()
    await browser.refresh()
    await afterGrace()
    const live = await connectLive(network, { token })
    const closed = new Promise((resolve) => live.socket.once('disconnect', resolve))
    expect(await thief.refresh()).toMatchObject(REFUSED)
    await closed
    expect(await browser.refresh()).toMatchObject(REFUSED)
    const audited = await network.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', id)
      .where('action', '=', 'user.signin.reused')
      .execute()
    expect(audited).toHaveLength(1)
  })

  it('who uses it before the owner is thrown out by the owner’s next use', async () => {
    const { browser } = await keptPerson()
    const thief = browser.copy()
    const { data } = await thief.refresh()
    await afterGrace()
    expect(await browser.refresh()).toMatchObject(REFUSED)
    expect(await isAlive(data.token)).toBe(false)
    expect(await thief.refresh()).toMatchObject(REFUSED)
  })

  it('who uses it within the grace holds a branch that ends with the next use of the other', async () => {
    const { browser } = await keptPerson()
    const thief = browser.copy()
    await browser.refresh()
    expect((await thief.refresh()).status).toBe(200)
    await afterGrace()
    expect((await browser.refresh()).status).toBe(200)
    await afterGrace()
    expect(await thief.refresh()).toMatchObject(REFUSED)
    expect(await browser.refresh()).toMatchObject(REFUSED)
  })

  it('cannot make a person’s browser send it from another host of the domain', async () => {
    const { browser, token } = await keptPerson()
    const before = browser.cookie()
    for (const site of ['same-site', 'cross-site', 'none']) {
      for (const path of ['user/refresh', 'user/forget']) {
        expect(await browser.post(path, {}, { 'sec-fetch-site': site })).toMatchObject({ status: 403, set: [] })
      }
    }
    // Over plain http browsers send no Sec-Fetch-Site.
    for (const origin of ['https://other.ringfence.example', 'http://127.0.0.1:1', 'null', 'ringfence.example']) {
      for (const path of ['user/refresh', 'user/forget']) {
        expect(await browser.post(path, {}, { origin })).toMatchObject({ status: 403, set: [] })
      }
    }
    expect(browser.cookie()).toBe(before)
    expect(await isAlive(token)).toBe(true)
    for (const origin of ['https://ringfence.example', network.url]) {
      expect((await browser.post('user/refresh', {}, { origin })).status).toBe(200)
    }
  })

  it('does not get in with the hash from the database, or with guesses, which are limited', async () => {
    const { browser } = await keptPerson()
    const [row] = await network.db.selectFrom('refresh_token').selectAll().orderBy('created_at', 'desc').execute()
    for (const value of [row!.token_sha256.slice(0, 43), 'A'.repeat(43), '', "' or true --"]) {
      expect(await openBrowser(new Map([[NAME, value]])).refresh()).toMatchObject(REFUSED)
    }
    const statuses = new Set<number>()
    for (let i = 0; i < 110; i++) {
      const guess = `${i}`.padEnd(43, 'x')
      statuses.add((await openBrowser(new Map([[NAME, guess]])).refresh()).status)
    }
    expect([...statuses]).toEqual([401, 429])
    // The owner, in the same network, is not kept out.
    expect((await browser.refresh()).status).toBe(200)
  })
})

describe('two tabs of the owner', () => {
  it.each([0, 1])('that renew at once both stay signed in, whichever cookie the browser keeps (%d)', async (kept) => {
    const { browser } = await keptPerson()
    const [one, other] = [browser.copy(), browser.copy()]
    const answers = await Promise.all([one.refresh(), other.refresh()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(one.cookie()).not.toBe(other.cookie())
    await afterGrace()
    expect((await [one, other][kept]!.refresh()).status).toBe(200)
  })
})

describe('an impersonated session', () => {
  it('is never kept, and the administrator’s own does not renew it', async () => {
    const { id } = await keptPerson()
    const boss = await keptPerson()
    await sql`update user_account set platform_admin = true where id = ${boss.id}`.execute(network.db)
    const acted = await boss.browser.post('user/impersonate', { id }, { token: boss.token })
    expect(acted.status).toBe(200)
    expect(acted.set).toEqual([])
    const kept = await network.db
      .selectFrom('session')
      .select('kept_until')
      .where('id', '=', acted.data.session_id)
      .executeTakeFirstOrThrow()
    expect(kept.kept_until).toBeNull()
    const { data } = await boss.browser.refresh()
    expect(data.user).toMatchObject({ id: boss.id, impersonator_user_id: null })
    // Even with a row that no code writes.
    await sql`update session set kept_until = now() + interval '1 day' where id = ${acted.data.session_id}`.execute(
      network.db,
    )
    const token = 'i'.repeat(43)
    await sql`insert into refresh_token (token_sha256, session_id)
      values (${hash('sha256', token)}, ${acted.data.session_id})`.execute(network.db)
    expect((await openBrowser(new Map([[NAME, token]])).refresh()).status).not.toBe(200)
  })
})
