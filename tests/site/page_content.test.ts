import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import { standardKeys } from '#api/site/content/page_keys.ts'
import type { Network } from '../network.ts'
import { guest } from '../people/accounts.people.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
let anonymous: Client
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  anonymous = guest(network).client
})
beforeEach(async () => {
  await network.db.deleteFrom('page_content').execute()
})

const current = async (client: Client, query: object = {}) =>
  (await client.call('GET', 'pagecontents/current', { key: 'help', ...query })).data
const draft = async (organisation_id: number | null, more: object = {}) =>
  (await network.admin.create('pagecontent', { organisation_id, key: 'help', title: 'Help', text: 'Read', ...more }))
    .data
const publish = async (id: number, client = network.admin) =>
  (await client.call('POST', 'pagecontent/publish', { id })).data

describe('a reader sees', () => {
  /** What is published, and what the readers see of it; `-` is the built-in text. */
  it.each([
    // published                                       ours: mi-NZ   en-NZ     fr         guest: mi  en        theirs: mi
    ['our mi, our en, installation mi, installation en', 'our mi', 'our en', 'our en', 'in mi', 'in en', 'in mi'],
    ['our en, installation mi, installation en', /*  */ 'our en', 'our en', 'our en', 'in mi', 'in en', 'in mi'],
    ['our mi, installation mi, installation en', /*  */ 'our mi', 'in en', 'in en', 'in mi', 'in en', 'in mi'],
    ['our mi, installation en', /*                   */ 'our mi', 'in en', 'in en', 'in en', 'in en', 'in en'],
    ['our mi', /*                                    */ 'our mi', '-', '-', '-', '-', '-'],
    ['installation mi, installation en', /*          */ 'in mi', 'in en', 'in en', 'in mi', 'in en', 'in mi'],
    ['installation mi', /*                           */ 'in mi', '-', '-', 'in mi', '-', 'in mi'],
    ['installation en', /*                           */ 'in en', 'in en', 'in en', 'in en', 'in en', 'in en'],
    ['their mi, their en', /*                        */ '-', '-', '-', '-', '-', 'their mi'],
    ['', /*                                          */ '-', '-', '-', '-', '-', '-'],
  ])('of %s: %s, %s, %s, %s, %s, %s', async (published, ...expected) => {
    const of = { our: ours.id, their: theirs.id, installation: null }
    for (const line of published.split(', ').filter(Boolean)) {
      const [owner, locale] = line.split(' ') as [keyof typeof of, string]
      const { id } = await draft(of[owner], { locale, text: line.replace('installation', 'in') })
      await publish(id)
    }
    const readers: [Client, string][] = [
      ...(['mi-NZ', 'en-NZ', 'fr'].map((locale) => [ours.customer.client, locale]) as [Client, string][]),
      [anonymous, 'mi'],
      [anonymous, 'en'],
      [theirs.user.client, 'mi'],
    ]
    const seen = []
    for (const [client, locale] of readers) {
      const [{ source, text }] = await current(client, { locale })
      seen.push(source === 'built_in' ? '-' : text)
    }
    expect(seen).toEqual(expected)
  })

  it('every page on a fresh installation, without a session and in any language', async () => {
    const { data } = await anonymous.call('GET', 'pagecontents/current', { locale: 'fr-CA' })
    expect(data.map(({ key }: { key: string }) => key)).toEqual([...standardKeys].sort())
    for (const { title, text, source, locale } of data) {
      expect(title).toMatch(/^[A-Z]\w+$/)
      expect(text.length).toBeGreaterThan(100)
      expect([source, locale]).toEqual(['built_in', 'en'])
    }
  })

  it('nothing under a key that no page has', async () => {
    for (const key of ['fire-drill', '../etc', 'Ünknown'])
      expect(await anonymous.call('GET', 'pagecontents/current', { key })).toMatchObject({ status: 260, data: [] })
  })

  it('what belongs to an organisation they are a member of, the first if none is named', async () => {
    await publish((await draft(ours.id, { text: 'For us' })).id)
    expect(await current(ours.user.client)).toMatchObject([{ text: 'For us', source: 'organisation', version: 1 }])
    expect(await current(ours.user.client, { organisation_id: ours.id })).toMatchObject([{ text: 'For us' }])
    for (const client of [theirs.user.client, anonymous])
      await expect(current(client, { organisation_id: ours.id })).rejects.toMatchObject({
        status: 404,
        field: 'organisation_id',
      })
    expect(await current(network.admin, { organisation_id: ours.id })).toMatchObject([{ text: 'For us' }])
  })
})

describe('a draft', () => {
  it('is seen by administrators of its organisation only: not by id, in lists, CSV or search', async () => {
    const { id } = await draft(ours.id, { title: 'Secret title', text: 'secret-draft' })
    const sees = async (client: Client, what: string) => {
      const list = await client.list('pagecontent', { search: what })
      const csv = await asText(client, `pagecontents?format=csv`)
      const one = await client.read('pagecontent', id).then(
        ({ data }) => JSON.stringify(data).includes(what),
        ({ status }) => status,
      )
      return [list.data.length, csv.includes(what), one]
    }
    const others = [ours.staff, ours.user, ours.customer, theirs.administrator].map(({ client }) => client)
    for (const client of others) expect(await sees(client, 'secret-draft')).toEqual([0, false, 404])
    expect(await sees(ours.administrator.client, 'secret-draft')).toEqual([1, true, true])
    expect(await sees(network.admin, 'secret-draft')).toEqual([1, true, true])
    expect((await current(ours.user.client))[0].source).toBe('built_in')

    // Published, and changed since: others see what was published.
    await publish(id)
    await ours.administrator.client.update('pagecontent', { id, title: 'Next', text: 'secret-change' })
    for (const client of others.slice(0, 3)) {
      expect(await sees(client, 'secret-change')).toEqual([0, false, false])
      expect(await sees(client, 'secret-draft')).toEqual([1, true, true])
      expect((await client.read('pagecontent', id)).data).toMatchObject({ title: 'Secret title', has_changes: false })
      expect((await client.list('pagecontent', { sort: 'title' })).data).toHaveLength(1)
    }
    expect(await sees(theirs.administrator.client, 'secret')).toEqual([0, false, 404])
    expect(await sees(ours.administrator.client, 'secret-change')).toEqual([1, true, true])
    expect(await current(ours.user.client)).toMatchObject([{ title: 'Secret title', text: 'secret-draft' }])
    const { data } = await ours.administrator.client.read('pagecontent', id)
    expect(data).toMatchObject({ title: 'Next', has_changes: true, state: 'published', version: 1 })
  })

  it('of the installation is for platform administrators; organisations read what was published', async () => {
    const { id } = await draft(null, { key: 'rules', text: 'Not yet' })
    const { client } = ours.administrator
    await expect(client.read('pagecontent', id)).rejects.toMatchObject({ status: 404 })
    await publish(id)
    expect((await client.read('pagecontent', id)).data.text).toBe('Not yet')
    await expect(client.update('pagecontent', { id, text: 'Ours' })).rejects.toMatchObject({ status: 403 })
    await expect(publish(id, client)).rejects.toMatchObject({ status: 403 })
    expect((await client.list('pagecontentversion', { page_content_id: id })).data).toEqual([])
    await network.admin.update('pagecontent', { id, text: 'Changed' })
    expect((await client.read('pagecontent', id)).data.text).toBe('Not yet')
  })

  it('is not seen by an administrator who acts as a user; what they publish as an administrator is in the log', async () => {
    const { id } = await draft(ours.id)
    const act = async (user_id: number) =>
      guest(network, (await network.admin.call('POST', 'user/impersonate', { id: user_id })).data.token).client
    const user = await act(ours.user.id)
    await expect(user.read('pagecontent', id)).rejects.toMatchObject({ status: 404 })
    await expect(publish(id, user)).rejects.toMatchObject({ status: 404 })
    await publish(id, await act(ours.administrator.id))
    const { data } = await network.admin.list('auditlog', { organisation_id: ours.id, limit: 50 })
    const entry = data.find(({ action, entity_id }) => action === 'pagecontent.publish' && entity_id === id)
    expect(entry).toMatchObject({ user_id: ours.administrator.id, details: { version: 1 } })
    expect(entry!.impersonator_user_id).not.toBe(null)
  })

  it('again: a page that is withdrawn or deleted is seen no longer, at once', async () => {
    const { id } = await draft(ours.id, { text: 'For a week' })
    await publish(id)
    expect((await current(ours.user.client))[0].text).toBe('For a week')
    await ours.administrator.client.update('pagecontent', { id, state: 'draft' })
    expect((await current(ours.user.client))[0].source).toBe('built_in')
    await expect(ours.user.client.read('pagecontent', id)).rejects.toMatchObject({ status: 404 })
    expect(await publish(id)).toMatchObject({ state: 'published', version: 2 })
    expect((await current(ours.user.client))[0].text).toBe('For a week')
    await ours.administrator.client.remove('pagecontent', id)
    expect((await current(ours.user.client))[0].source).toBe('built_in')
  })
})

describe('versions', () => {
  it('are kept of what was published, and are published again by a revert', async () => {
    const { client, username } = ours.administrator
    const { id } = await draft(ours.id, { text: 'One' })
    await publish(id, client)
    await client.update('pagecontent', { id, text: 'Two' })
    await publish(id, client)
    const { data } = await client.list('pagecontentversion', { page_content_id: id })
    expect(data.map(({ version, text, published_by }) => [version, text, published_by])).toEqual([
      ...([
        [2, 'Two', username],
        [1, 'One', username],
      ] as const),
    ])
    await client.update('pagecontent', { id, text: 'Lost' })
    const answer = await client.call('POST', 'pagecontent/revert', { id, version: 1 })
    expect(answer).toMatchObject({ status: 261, data: { text: 'One', version: 3, has_changes: false } })
    expect((await current(ours.user.client))[0]).toMatchObject({ text: 'One', version: 3 })

    // To what readers see: only what was changed since is replaced.
    await client.update('pagecontent', { id, text: 'Changed' })
    const back = await client.call('POST', 'pagecontent/revert', { id, version: 3 })
    expect(back.data).toMatchObject({ text: 'One', version: 3, has_changes: false })
    await expect(client.call('POST', 'pagecontent/revert', { id, version: 9 })).rejects.toMatchObject({
      status: 404,
      field: 'version',
    })
    for (const { client: other } of [ours.staff, theirs.administrator])
      expect((await other.list('pagecontentversion', { page_content_id: id })).data).toEqual([])
  })

  it.each([
    ['publish', { named: true }],
    ['publish', { named: false }],
    ['revert', { named: true }],
    ['revert', { named: false }],
  ])('of two at once, one is refused as outdated: %s, %j', async (action, { named }) => {
    const { id } = await draft(ours.id, { text: 'One' })
    await publish(id)
    await network.admin.update('pagecontent', { id, text: 'Two' })
    if (action === 'revert') await publish(id)
    const { modified_at } = (await network.admin.read('pagecontent', id)).data
    const body = { id, ...(named && { modified_at }), ...(action === 'revert' && { version: 1 }) }
    const statuses = await Promise.all(
      [ours.administrator.client, network.admin].map((client) =>
        client.call('POST', `pagecontent/${action}`, body).then(
          ({ status }) => status,
          ({ status }) => status,
        ),
      ),
    )
    expect(statuses.sort()).toEqual([261, 474])
    expect((await network.admin.list('pagecontentversion', { page_content_id: id })).data).toHaveLength(
      action === 'publish' ? 2 : 3,
    )
  })

  it('are kept up to a hundred', async () => {
    const { id } = await draft(ours.id)
    await publish(id)
    await network.db.updateTable('page_content').set({ version: 150, text: 'New' }).where('id', '=', id).execute()
    await publish(id)
    const { data } = await network.admin.list('pagecontentversion', { page_content_id: id })
    expect(data.map(({ version }) => version)).toEqual([151])
  })
})

describe('bad input', () => {
  const refused = (body: object) =>
    guest(network, ours.administrator.token).refused('pagecontent', { title: 'Rules', ...body }, 'PUT')

  it.each([
    ['a/b', /^key: must be 1 to 50 lower-case letters, digits or hyphens\.$/],
    ['Help', /^key: must be/],
    ['', /^key: must be/],
    ['x'.repeat(51), /^key: must be/],
    ['contact', /^key: "contact" is the name of a page whose content cannot be edited\.$/],
    ['trackers', /^key: "trackers" is the name/],
  ])('a key %j', async (key, message) => {
    expect(await refused({ key })).toMatchObject({ status: 400, field: 'key', message: expect.stringMatching(message) })
  })

  it.each([
    ['a language', { locale: 'x!' }, { status: 400, field: 'locale' }],
    ['a blank title', { title: '  ' }, { status: 467, field: 'title' }],
    ['a text that is too long', { text: 'x'.repeat(100_001) }, { status: 400, field: 'text' }],
    ['a state', { state: 'published' }, { status: 400, field: 'state' }],
    ['a position', { version: 7 }, { status: 400, field: 'version' }],
  ])('%s', async (_name, body, expected) => {
    expect(await refused({ key: 'rules', ...body })).toMatchObject(expected)
  })

  it('a second page with the same key and language is a conflict, in one organisation and in the installation', async () => {
    for (const organisation_id of [ours.id, null]) {
      await draft(organisation_id, { locale: 'en-NZ' })
      await expect(draft(organisation_id, { locale: 'EN-nz' })).rejects.toMatchObject({ status: 468, field: 'key' })
    }
    await draft(theirs.id, { locale: 'en-NZ' })
  })

  it('a page without text is not published', async () => {
    const { id } = await draft(ours.id, { text: ' \n' })
    await expect(publish(id)).rejects.toMatchObject({ status: 400, field: 'text' })
  })

  it('a text may be 100 000 characters, and holds what it was given', async () => {
    const text = `<script>alert(1)</script> [x](javascript:alert(1)) ${'ā'.repeat(99_900)}`
    const { id } = await draft(ours.id, { text })
    await publish(id)
    expect((await current(ours.user.client))[0].text).toBe(text)
  })
})

async function asText(client: Client, path: string): Promise<string> {
  const person = [ours.administrator, ours.staff, ours.user, ours.customer, theirs.administrator].find(
    (one) => one.client === client,
  )
  const authorization = `Bearer ${person?.token ?? network.token}`
  return (await fetch(`${network.url}/api/v1/${path}`, { headers: { authorization } })).text()
}
