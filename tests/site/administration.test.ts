import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import { resources } from '#api/domains.ts'
import { things } from '../api/access/things.ts'
import { upload } from '../files/uploads.ts'
import type { Network } from '../network.ts'
import { guest, lastMail } from '../people/accounts.people.ts'
import { makeOrganisation, makePerson, type Organisation, PASSWORD } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
})

const from = '2020-01-01T00:00:00Z'
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'not refused',
    ({ status, code, field }) => ({ status, code, field }),
  )

describe('the overview of administrators', () => {
  /** Everything that is counted, in both organisations. */
  beforeAll(async () => {
    const file = await upload(network, ours.user.token, 'Kia ora', { name: 'a.txt' })
    await sql`update file set scan_state = 'infected' where id = ${file.data.id}`.execute(network.db)
    for (const { id: organisation_id, user } of [ours, theirs]) {
      const whose = { organisation_id, owner: user.id, other: user.id }
      for (const name of ['alert', 'message', 'enquiry', 'job', 'user', 'unknowndevice', 'outboxmail', 'file']) {
        await things[name]!(network.db, whose)
      }
      await network.db
        .updateTable('job')
        .set({ state: 'failed', ended_at: sql`now()` })
        .where('user_id', '=', user.id)
        .execute()
      await sql`update alert set ended_at = null where organisation_id = ${organisation_id}`.execute(network.db)
    }
    await sql`update user_account set confirmed_at = null where id = ${ours.customer.id}`.execute(network.db)
    // Wrong passwords until the next attempt has to wait.
    for (let i = 0; i < 11; i++)
      await guest(network).refused('user/signin', { username: 'ours-staff', password: 'wrong' })
  })

  it.each(['administrator', 'platform administrator'])('equals the lists that it leads to, for an %s', async (who) => {
    const { client, token } =
      who === 'administrator' ? ours.administrator : { client: network.admin, token: network.token }
    const { data } = await client.call('GET', 'admin/overview', { organisation_id: ours.id, from })
    const figures: Figure[] = data.figures
    for (const { name, of, count, list, query } of figures) {
      const total = await totalOf(token, list, query)
      expect(`${of} ${name}: ${count}`).toBe(`${of} ${name}: ${total}`)
    }
    const counts = Object.fromEntries(figures.filter(({ of }) => of === 'organisation').map((f) => [f.name, f.count]))
    expect(counts).toMatchObject({
      new_people: 5,
      unconfirmed_people: 1,
      locked_people: 1,
      failed_messages: 1,
      held_messages: 0,
      open_alerts: 1,
      unacknowledged_alerts: 1,
      failed_jobs: 1,
      files: 1,
      infected_files: 1,
    })
    expect(counts.new_enquiries).toBe(who === 'administrator' ? 1 : 2)
    expect(figures.some(({ of }) => of === 'installation')).toBe(who !== 'administrator')
    expect(data.storage).toMatchObject({ bytes: 7, bytes_max: 100 * 2 ** 30 })
  })

  it('is for the administrators of the organisation', async () => {
    const query = { organisation_id: ours.id, from }
    for (const { client } of [ours.staff, ours.user, ours.customer]) {
      expect(await refusalOf(client.call('GET', 'admin/overview', query))).toMatchObject({
        status: expect.toBeOneOf([401, 403]),
      })
    }
    expect(await refusalOf(theirs.administrator.client.call('GET', 'admin/overview', query))).toMatchObject({
      status: 404,
    })
    await sql`update user_account set confirmed_at = now() where id = ${ours.customer.id}`.execute(network.db)
  })

  async function totalOf(token: string, list: string, query: Figure['query']): Promise<number> {
    expect(Object.values(resources).map(({ plural }) => plural as string)).toContain(list)
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const response = await fetch(`${network.url}/api/v1/${list}?${search}&limit=1`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.ok, `${list}?${search}: ${await response.clone().text()}`).toBe(true)
    return ((await response.json()) as { info: { total: number } }).info.total
  }
  type Figure = {
    name: string
    of: string
    count: number
    list: string
    query: Record<string, string | number | boolean>
  }
})

describe('the platform’s details', () => {
  it('name version, database, migrations, disk, delivery, keys and jobs, and no secret', async () => {
    const { data } = await network.admin.call('GET', 'devinfo')
    expect(data.database.migrations).toContain('20261228_administration')
    expect(data.disk.free_bytes).toBeGreaterThan(0)
    expect(data).toMatchObject({ mail: { configured: false }, sms: { configured: false }, keys: { count: 1 } })
    expect(data.jobs.failed_day).toBeGreaterThan(0)
    expect(JSON.stringify(data)).not.toContain(network.data_dir)
  })
})

describe('signatures', () => {
  const line = [
    [
      [1, 2, 0, 0.5],
      [3, 4, 10, 0.5],
    ],
  ]
  const png = `iVBORw0KGgo${'A'.repeat(21)}`
  const drawn = { name: 'Mine', strokes: line, png }

  it('one is the default: the first, until another is chosen; its person changes it', async () => {
    const { client } = ours.user
    expect((await client.call('GET', 'signature/default')).status).toBe(260)
    const first = (await client.create('signature', drawn)).data
    const second = (await client.create('signature', { name: 'Typed', typed: 'Tama Rangi' })).data
    expect([first.is_default, second.is_default, first.strokes]).toEqual([true, false, line])
    const chosen = await client.call('POST', 'signature/default', { id: second.id })
    expect(chosen).toMatchObject({ status: 261, data: { id: second.id, is_default: true } })
    expect((await client.call('GET', 'signature/default')).data.id).toBe(second.id)
    expect((await client.call('GET', 'signatures/default')).data.map(({ id }: { id: number }) => id)).toEqual([
      second.id,
    ])
    await Promise.all([first, second, first, second].map(({ id }) => client.call('POST', 'signature/default', { id })))
    expect((await client.list('signature', { is_default: true })).data).toHaveLength(1)
    const third = (await client.create('signature', { ...drawn, is_default: true })).data
    expect((await client.call('GET', 'signature/default')).data.id).toBe(third.id)
    const change = (changes: object) => client.call('POST', 'signature', { id: first.id, ...changes })
    const { data: changed } = await change({ name: ' Other ', strokes: [...line, ...line], png: null })
    expect(changed).toMatchObject({ name: 'Other', strokes: [...line, ...line], png: null, is_default: false })
    expect(await refusalOf(change({ strokes: null }))).toMatchObject({ status: 400, field: 'strokes' })
    expect(await refusalOf(change({ name: ' ' }))).toMatchObject({ status: 467, field: 'name' })
    expect((await client.read('signature', first.id)).data).toMatchObject({
      name: 'Other',
      strokes: [...line, ...line],
    })
    await client.remove('signature', third.id)
    expect((await client.call('GET', 'signature/default')).status).toBe(260)
  })

  it.each([
    ['5 MB', { ...drawn, strokes: [Array(150_000).fill([100.123456789, 100.123456789, 10, 0.5])] }, 413, undefined],
    [
      '300 kB of strokes',
      { ...drawn, strokes: Array(2).fill(Array(8000).fill([100.125, 100.125, 10, 0.5])) },
      413,
      'strokes',
    ],
    ['a picture of 150 kB', { ...drawn, png: `iVBORw0KGgo${'A'.repeat(200_001)}` }, 413, 'png'],
    ['another picture', { ...drawn, png: 'R0lGODlhAQABAAAAACw=' }, 400, 'png'],
    ['no strokes', { name: 'Mine', png }, 400, 'strokes'],
    ['an empty list of strokes', { ...drawn, strokes: [] }, 400, 'strokes'],
    ['null instead of a number', { ...drawn, strokes: [[[null, 1, 1, 1]]] }, 400, undefined],
    ['no name', { ...drawn, name: ' ' }, 467, 'name'],
  ])('with %s is refused', async (_what, body, status, field) => {
    const refusal = await refusalOf(ours.staff.client.call('PUT', 'signature', body))
    expect(refusal).toMatchObject({ status, ...(field && { field }) })
  })

  it('NaN is no JSON', async () => {
    const response = await fetch(`${network.url}/api/v1/signature`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${ours.staff.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(drawn).replace('[1,2,', '[NaN,2,'),
    })
    expect(response.status).toBe(400)
  })

  it('of another person are seen and used by nobody, also not while acting as them', async () => {
    const { data } = await ours.user.client.create('signature', drawn)
    for (const { client } of [ours.staff, ours.administrator, { client: network.admin }]) {
      expect(await refusalOf(client.call('GET', 'signature', { id: data.id }))).toMatchObject({ status: 404 })
      for (const path of ['signature', 'signature/default']) {
        expect(await refusalOf(client.call('POST', path, { id: data.id }))).toMatchObject({ status: 404 })
      }
    }
    const { data: acting } = await ours.administrator.client.call('POST', 'user/impersonate', { id: ours.user.id })
    const { client, refused } = guest(network, acting.token)
    expect((await client.list('signature')).data).toEqual([])
    expect(await refused('signature', drawn, 'PUT')).toMatchObject({ status: 403 })
    expect(await refused('signature', { id: data.id, name: 'Theirs' })).toMatchObject({ status: 404 })
    expect(await refused('signature/default', { id: data.id })).toMatchObject({ status: 403 })
  })
})

describe('newsletters', () => {
  const subscribe = (client: Client, id: number) => client.update('user', { id, newsletter: true })
  const mailsOf = async (subject: string) =>
    (await network.admin.list('outboxmail', { limit: 1000 })).data.filter((mail) => mail.subject === subject)
  const sendDue = async () => {
    await network.server.api.tasks.find(({ name }) => name === 'newsletters')!.run()
    await network.server.delivery.drain()
  }

  it('go to the subscribers of the organisation when they are due, once, each alone', async () => {
    for (const { client, id } of [ours.user, ours.staff, theirs.user]) await subscribe(client, id)
    const { client } = ours.administrator
    const draft = (
      await client.create('newsletter', { subject: 'Autumn news', text: 'Kia ora\n\nhttps://example.com' })
    ).data
    expect(draft).toMatchObject({ state: 'draft', organisation_id: ours.id, audience: 'all', recipients: 0 })
    await sendDue()
    expect(await mailsOf('Autumn news')).toEqual([])
    expect(await refusalOf(client.update('newsletter', { id: draft.id, state: 'scheduled' }))).toMatchObject({
      status: 400,
      field: 'send_at',
    })
    await client.update('newsletter', { id: draft.id, state: 'scheduled', send_at: '2090-01-01T00:00:00Z' })
    await sendDue()
    expect(await mailsOf('Autumn news')).toEqual([])
    await client.update('newsletter', { id: draft.id, send_at: '2026-01-01T00:00:00Z' })
    for (let i = 0; i < 2; i++) await sendDue()
    const mails = await mailsOf('Autumn news')
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(['ours-staff@example.com', 'ours-user@example.com'])
    expect(mails[0]!.text).toMatch(/Unsubscribe from newsletters: http\S+\/app\/unsubscribe\?token=/)
    expect((await client.read('newsletter', draft.id)).data).toMatchObject({ state: 'sent', recipients: 2 })
    const sent = (await ours.user.client.list('message', { kind: 'newsletter' })).data
    expect(sent.map(({ recipients }) => recipients)).toEqual(['ours-user'])
    for (const change of [{ subject: 'Other' }, { state: 'cancelled' as const }]) {
      expect(await refusalOf(client.update('newsletter', { id: draft.id, ...change }))).toMatchObject({ status: 476 })
    }
  })

  it('are for a role, or for everybody by a platform administrator', async () => {
    const due = { text: 'News', state: 'scheduled', send_at: '2026-01-01T00:00:00Z' } as const
    await ours.administrator.client.create('newsletter', { ...due, subject: 'For staff', audience: 'Staff' })
    await network.admin.create('newsletter', { ...due, subject: 'For all', organisation_id: null })
    const cancelled = await network.admin.create('newsletter', { ...due, subject: 'Never', organisation_id: null })
    await network.admin.update('newsletter', { id: cancelled.data.id, state: 'cancelled' })
    await sendDue()
    expect((await mailsOf('For staff')).map(({ recipient }) => recipient)).toEqual(['ours-staff@example.com'])
    expect((await mailsOf('For all')).map(({ recipient }) => recipient).sort()).toEqual([
      'ours-staff@example.com',
      'ours-user@example.com',
      'theirs-user@example.com',
    ])
    expect(await mailsOf('Never')).toEqual([])
    const everybody = { ...due, subject: 'x', organisation_id: null }
    expect(await refusalOf(ours.administrator.client.create('newsletter', everybody))).toMatchObject({ status: 403 })
    expect(await refusalOf(ours.staff.client.create('newsletter', { ...due, subject: 'x' }))).toMatchObject({
      status: 403,
    })
  })

  it('end by one click, and the link used twice answers the same', async () => {
    const [mail] = (await mailsOf('For all')).filter(({ recipient }) => recipient === 'theirs-user@example.com')
    const path = /\/app\/unsubscribe\?token=\S+/.exec(mail!.text)![0]
    const asked = await (await fetch(network.url + path)).text()
    expect(asked).toContain('Shall theirs-user@example.com get no more newsletters')
    const isSubscribed = async () => (await theirs.user.client.read('user', theirs.user.id)).data.newsletter
    expect(await isSubscribed()).toBe(true)
    const click = async () => {
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      const response = await fetch(network.url + path, { method: 'POST', body })
      return [response.status, await response.text()] as const
    }
    const first = await click()
    expect(first).toEqual([200, expect.stringContaining('theirs-user@example.com gets no more newsletters')])
    expect(await click()).toEqual(first)
    expect(await isSubscribed()).toBe(false)
    expect((await fetch(`${network.url}${path}x`)).status).toBe(404)
    const page = await fetch(`${network.url}/app/unsubscribe`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Unsubscribe</title>')])
  })

  it('do not go to those who have unsubscribed since they were written', async () => {
    await subscribe(theirs.user.client, theirs.user.id)
    const due = { subject: 'Late', text: 'x', state: 'scheduled', send_at: '2026-01-01T00:00:00Z' } as const
    await theirs.administrator.client.create('newsletter', due)
    await sql`update organisation_quota set most = 0 where false`.execute(network.db)
    await network.db
      .insertInto('organisation_quota')
      .values({ organisation_id: theirs.id, name: 'mails_per_hour', most: 0 })
      .execute()
    await sendDue()
    await theirs.user.client.update('user', { id: theirs.user.id, newsletter: false })
    await sql`delete from organisation_quota where organisation_id = ${theirs.id}`.execute(network.db)
    await sql`update message_delivery set state = 'queued', held_because = null, due_at = now()
      where state = 'held' and organisation_id = ${theirs.id}`.execute(network.db)
    await network.server.delivery.drain()
    expect(await mailsOf('Late')).toEqual([])
    const { data } = await theirs.administrator.client.list('message', { kind: 'newsletter' })
    expect(data.map(({ state }) => state)).toContain('failed')
  })
})

describe('an owner', () => {
  it('registers an organisation together with the first account', async () => {
    const { post } = guest(network)
    const email = 'owner@example.com'
    await post('user/register', { email, terms: true, type: 'owner' })
    const { text, token } = await lastMail(network, email)
    expect(text).toContain('&type=owner')
    const account = { username: 'owner', password: PASSWORD, password_confirm: PASSWORD, terms: true }
    const taken = guest(network).refused('user/register/complete', { ...account, token, organisation_name: 'OURS' })
    expect(await taken).toMatchObject({ status: 468, field: 'organisation_name' })
    await post('user/register/complete', { ...account, token, organisation_name: 'Harbour Patrol' })
    const { data } = await post('user/signin', { username: 'owner', password: PASSWORD })
    expect(data.user.memberships).toMatchObject([{ organisation_name: 'Harbour Patrol', role_is_admin: true }])
  })
})

it('a person is found as locked only by those who may unlock them', async () => {
  const both = await makePerson(network, 'both', ours.id, 'User')
  await network.db
    .insertInto('membership')
    .values({ organisation_id: theirs.id, user_id: both.id, role_name: 'User' })
    .execute()
  for (let i = 0; i < 11; i++) await guest(network).refused('user/signin', { username: 'both', password: 'wrong' })
  const lockedOf = async (client: Client) =>
    (await client.list('user', { locked: true, search: 'both' })).data.map(({ username }) => username)
  expect(await lockedOf(ours.administrator.client)).toEqual([])
  expect(await lockedOf(network.admin)).toEqual(['both'])
})
