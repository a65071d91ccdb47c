import { sql } from 'kysely'
import { parse } from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import type { Network } from '../network.ts'
import { makeOrganisation, type Organisation, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'
import { bytesOf, configure, download, upload } from './uploads.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
})

type Row = Record<string, string>
const status = (promise: Promise<{ status: number }>) => promise.then((a) => a.status).catch((error) => error.status)
const folder = async (client: Client, name: string, more: object = {}) =>
  (await client.create('file', { name, ...more })).data as { id: number; path: string; owner_user_id: number | null }
const limit = (values: object) => configure(network, ours.id, values)

describe('names', () => {
  it.each(['..', 'a/b', 'nul\0', 'ā'.repeat(150), 'dot.', 'CON'])('%j is refused', async (name) => {
    expect(await status(ours.user.client.create('file', { name }))).toBe(400)
    await expect(ours.user.client.create('file', { name })).rejects.toMatchObject({ field: 'name' })
  })

  it('that are empty are 467, and that exist in any case 468, or numbered', async () => {
    expect(await status(ours.user.client.create('file', { name: '  ' }))).toBe(467)
    await folder(ours.user.client, 'Ātea')
    expect(await status(ours.user.client.create('file', { name: 'āTEA' }))).toBe(468)
    expect((await upload(network, ours.user.token, 'x', { name: 'ātea' })).status).toBe(468)
    const { data } = await upload(network, ours.user.token, 'x', { name: 'ātea', fields: { on_conflict: 'rename' } })
    expect(data.name).toBe('ātea (2)')
  })
})

describe('the tree', () => {
  it('gives each person a root folder that stays', async () => {
    const { data } = await ours.user.client.call('GET', 'folders')
    const root = data.find(
      (one: { parent_file_id: number | null; owner_user_id: number }) =>
        one.parent_file_id === null && one.owner_user_id === ours.user.id,
    )
    const change = (changes: object) => status(ours.user.client.update('file', { id: root.id, ...changes } as never))
    expect(await change({ name: 'other' })).toBe(476)
    expect(await status(ours.user.client.remove('file', root.id))).toBe(476)
    const inside = await folder(ours.user.client, 'inside')
    expect(await change({ parent_file_id: inside.id })).toBe(476)
    const signedIn = await ours.user.client.call('GET', 'user/token')
    expect(signedIn.data.user.memberships[0]).toMatchObject({ root_file_id: root.id, features: ['tracking', 'files'] })
  })

  it('moves folders, never into themselves, and not too deep', async () => {
    const a = await folder(ours.administrator.client, 'a')
    const b = await folder(ours.administrator.client, 'b', { parent_file_id: a.id })
    const c = await folder(ours.administrator.client, 'c', { parent_file_id: b.id })
    expect(c.path).toBe('a/b/c')
    const move = (id: number, parent_file_id: number | null) =>
      status(ours.administrator.client.update('file', { id, parent_file_id }))
    expect([await move(a.id, a.id), await move(a.id, c.id), await move(c.id, null)]).toEqual([476, 476, 261])
    let deepest = a.id
    for (let depth = 2; depth <= 32; depth++)
      deepest = (await folder(ours.administrator.client, `d${depth}`, { parent_file_id: deepest })).id
    expect(await status(ours.administrator.client.create('file', { name: 'x', parent_file_id: deepest }))).toBe(476)
    expect(await move(c.id, deepest)).toBe(476)
  })

  it('is read and written by folders alone, and found by a part of a name', async () => {
    const { client } = ours.administrator
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', body: object) => client.call(method, 'folder', body)
    const { data: made } = await call('PUT', { name: 'Reports 100%', hidden: true })
    expect(made).toMatchObject({ is_folder: true, name: 'Reports 100%', hidden: true })
    expect((await call('GET', { id: made.id })).data).toEqual(made)
    expect((await call('POST', { id: made.id, hidden: false })).data).toMatchObject({ id: made.id, hidden: false })
    const found = async (search: string) => (await client.call('GET', 'folders', { search })).data
    expect(await found('REPORTS')).toMatchObject([{ id: made.id }])
    expect(await found('0%')).toMatchObject([{ id: made.id }])
    expect(await found('_eports')).toEqual([])
    const { data: one } = await upload(network, ours.administrator.token, 'x', { name: 'no folder.txt' })
    for (const [method, more] of [
      ['GET', {}],
      ['POST', { hidden: true }],
      ['DELETE', {}],
    ] as const) {
      const noFolder = expect.objectContaining({ status: 404, field: 'id' })
      await expect(call(method, { id: one.id, ...more })).rejects.toEqual(noFolder)
    }
    expect((await call('DELETE', { id: made.id })).status).toBe(262)
    expect((await call('GET', { id: made.id })).data.deleted_at).toEqual(expect.any(String))
    expect((await call('DELETE', { id: made.id, forever: true })).status).toBe(262)
    expect(await status(call('GET', { id: made.id }))).toBe(404)
  })

  it('stays a tree with a hundred moves at once', async () => {
    const ids: number[] = []
    for (let i = 0; i < 10; i++) ids.push((await folder(ours.administrator.client, `tree-${i}`)).id)
    const pick = () => ids[Math.floor(Math.random() * ids.length)]!
    const moves = await Promise.all(
      Array.from({ length: 100 }, () =>
        status(ours.administrator.client.update('file', { id: pick(), parent_file_id: pick() })),
      ),
    )
    for (const code of moves) expect([261, 476]).toContain(code)
    const { rows } = await sql<{ reached: number }>`with recursive down as (
        select id from file where id = any(${ids}::bigint[]) and parent_file_id is null
        union all select f.id from file f join down on f.parent_file_id = down.id)
      select count(*)::int as reached from down`.execute(network.db)
    expect(rows[0]!.reached).toBe(10)
  })

  it('puts deletions into the trash, with all that is in them, and back', async () => {
    const top = await folder(ours.user.client, 'trashed')
    const { data: file } = await upload(network, ours.user.token, 'x', { fields: { parent_file_id: top.id } })
    await ours.user.client.remove('file', top.id)
    expect((await download(network, ours.user.token, file.id)).status).toBe(404)
    const trash = await ours.user.client.list('file', { deleted: true })
    expect(trash.data.map(({ id }) => id)).toEqual([top.id])
    expect(await status(ours.user.client.update('file', { id: file.id, deleted: false }))).toBe(476)
    await folder(ours.user.client, 'Trashed')
    expect(await status(ours.user.client.update('file', { id: top.id, deleted: false }))).toBe(468)
    const back = await ours.user.client.update('file', { id: top.id, deleted: false, on_conflict: 'rename' })
    expect([back.data.name, back.data.items]).toEqual(['trashed (2)', 1])
    await ours.user.client.call('DELETE', 'file', { id: top.id, forever: true })
    expect(await status(ours.user.client.read('file', file.id))).toBe(404)
  })

  it('keeps what is evidence', async () => {
    const top = await folder(ours.user.client, 'proofs')
    const { data: file } = await upload(network, ours.user.token, 'x', { fields: { parent_file_id: top.id } })
    const evidence = {
      file_id: file.id,
      organisation_id: ours.id,
      entity: 'activity',
      entity_id: 1,
      title: 'Ward round',
    }
    await network.db.insertInto('file_evidence').values(evidence).execute()
    for (const id of [top.id, file.id]) {
      await expect(ours.user.client.remove('file', id)).rejects.toMatchObject({
        status: 476,
        message: 'file.bin is evidence of Ward round.',
      })
    }
    await network.db.deleteFrom('file_evidence').execute()
    await ours.user.client.remove('file', top.id)
  })
})

describe('access', () => {
  it('is one’s own files and the organisation’s; administrators see everybody’s', async () => {
    const { data: own } = await upload(network, ours.user.token, 'mine', { name: 'own.txt' })
    const { data: shared } = await upload(network, ours.administrator.token, 'ours', { name: 'shared.txt' })
    expect([own.owner_user_id, shared.owner_user_id]).toEqual([ours.user.id, null])
    const letters = async ({ client, token }: Organisation['user'], id: number) => [
      (await download(network, token, id)).status,
      await status(client.update('file', { id, hidden: false })),
    ]
    expect(await letters(ours.user, own.id)).toEqual([200, 261])
    expect(await letters(ours.administrator, own.id)).toEqual([200, 261])
    expect(await letters(ours.staff, own.id)).toEqual([404, 404])
    expect(await letters(ours.customer, shared.id)).toEqual([200, 403])
    for (const person of [theirs.administrator, theirs.user]) {
      for (const { id } of [own, shared]) {
        expect(await letters(person, id)).toEqual([404, 404])
        for (const path of [
          `file/${id}/view`,
          'file/zip',
          'file/encrypt',
          'file/unzip',
          'file/decrypt',
          'file/share',
        ]) {
          const input = {
            ...(/view/.test(path) ? {} : /zip$|encrypt/.test(path) && !/unzip/.test(path) ? { ids: [id] } : { id }),
            ...(/crypt/.test(path) && { passphrase: 'long enough for this' }),
            ...(/share/.test(path) && { public_until: new Date(Date.now() + 60_000).toISOString() }),
          }
          expect([path, await status(person.client.call('POST', path, input))]).toEqual([path, 404])
        }
        expect(await status(person.client.call('DELETE', 'file/share', { id }))).toBe(404)
        expect(await status(person.client.remove('file', id))).toBe(404)
        expect(await status(person.client.create('file', { name: 'x', parent_file_id: id }))).toBe(404)
        const into = await upload(network, person.token, 'x', { fields: { parent_file_id: id } })
        expect(into.status).toBe(404)
        const { data: mine } = await upload(network, person.token, 'x', { fields: { on_conflict: 'rename' } })
        expect(await status(person.client.update('file', { id: mine.id, parent_file_id: id }))).toBe(404)
        const together = await download(network, person.token, mine.id, { body: { ids: [id] } })
        expect(together.status).toBe(404)
      }
    }
  })

  it('ends where files are switched off', async () => {
    await limit({ features: ['tracking'] })
    await expect(ours.user.client.list('file')).rejects.toMatchObject({ status: 501 })
    expect((await upload(network, ours.user.token, 'x')).status).toBe(501)
    await limit({ features: ['tracking', 'files'] })
    for (const settings of [{ features: ['tracking', 'files', 'cpd'] }, { files_bytes_max: 1 }]) {
      const save = ours.administrator.client.call('POST', 'organisationconfig/save', settings)
      await expect(save).rejects.toMatchObject({ status: 403, field: Object.keys(settings)[0] })
    }
  })
})

describe('a signed address', () => {
  const sign = async (id: number, body: object = {}) =>
    network.url + (await ours.user.client.call('POST', `file/${id}/view`, body)).data.url

  it('shows one file for a minute, and saves it where asked', async () => {
    const { data } = await upload(network, ours.user.token, 'signed', { name: 'Kōrero.txt' })
    const { data: other } = await upload(network, ours.user.token, 'other', { name: 'other.txt' })
    const url = await sign(data.id)
    expect(await (await fetch(url)).text()).toBe('signed')
    expect((await fetch(url.replace(`/file/${data.id}/`, `/file/${other.id}/`))).status).toBe(469)
    expect((await fetch(url.replace(/expires=\d+/, 'expires=9999999999'))).status).toBe(469)
    const saved = await fetch(await sign(data.id, { download: true }))
    expect(saved.headers.get('content-disposition')).toBe(
      `attachment; filename="K?rero.txt"; filename*=UTF-8''K%C5%8Drero.txt`,
    )
    const zip = await fetch(await sign(data.id, { ids: [other.id] }))
    expect([zip.headers.get('content-type'), (await bytesOf(zip)).subarray(0, 2).toString()]).toEqual([
      'application/zip',
      'PK',
    ])
  })

  it('dies with its session', async () => {
    const person = await import('../seeds/people.ts').then(({ makePerson }) =>
      makePerson(network, 'leaver', ours.id, 'User'),
    )
    const { data } = await upload(network, person.token, 'x')
    const { data: signed } = await person.client.call('POST', `file/${data.id}/view`, {})
    expect((await fetch(network.url + signed.url)).status).toBe(200)
    await person.client.call('POST', 'user/signout', {})
    expect((await fetch(network.url + signed.url)).status).toBe(404)
  })
})

describe('a public link', () => {
  it('shows a file without sign-in until it ends; its token is stored as a hash and sealed', async () => {
    const { data } = await upload(network, ours.user.token, 'public', { name: 'public.txt' })
    const share = (ahead_ms: number) =>
      ours.user.client.call('POST', 'file/share', {
        id: data.id,
        public_until: new Date(Date.now() + ahead_ms).toISOString(),
      })
    const { public_url } = (await share(60_000)).data
    const link = network.url + new URL(public_url).pathname + new URL(public_url).search
    expect(await (await fetch(link)).text()).toBe('public')
    const asPage = { headers: { accept: 'text/html,*/*' } }
    const shown = await (await fetch(link, asPage)).text()
    expect(shown).toMatch(/<h1>public\.txt<\/h1>.*Shared by .*This link works until \d{4}-\d\d-\d\d/s)
    expect(await (await fetch(`${link}&view=true`, asPage)).text()).toBe('public')
    const row = await network.db.selectFrom('file').selectAll().where('id', '=', data.id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(new URL(public_url).searchParams.get('token'))
    await network.db
      .updateTable('file')
      .set({ public_until: new Date(0).toISOString() })
      .where('id', '=', data.id)
      .execute()
    expect((await fetch(link)).status).toBe(470)
    await ours.user.client.call('DELETE', 'file/share', { id: data.id })
    const page = await fetch(link, { headers: { accept: 'text/html,*/*', 'accept-language': 'mi-NZ,en' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await page.text()).toMatch(/<html lang="mi">.*Kāore tēnei hono e mahi ana/s)
    expect((await fetch(link)).status).toBe(469)
    expect(await status(share(-1000))).toBe(400)
    expect(await status(share(400 * 86_400_000))).toBe(400)
  })

  it('is a field of the file for those who may share it, while it works', async () => {
    const { administrator, user, customer } = ours
    const put = async (person: Person, name: string) => (await upload(network, person.token, 'x', { name })).data.id
    const [own, common] = [await put(user, 'linked-own.txt'), await put(administrator, 'linked-common.txt')]
    const public_until = new Date(Date.now() + 60_000).toISOString()
    const share = async ({ client }: Person, id: number): Promise<string> =>
      (await client.call('POST', 'file/share', { id, public_until })).data.public_url
    const seen = async ({ client, token }: Person, id: number) => {
      const headers = { authorization: `Bearer ${token}` }
      const csv = await (await fetch(`${network.url}/api/v1/files?format=csv`, { headers })).text()
      const exported = await (await fetch(`${network.url}/api/v1/user/data`, { headers })).text()
      expect(exported).not.toContain('file/public?token')
      const { data: rows } = await client.list('file', { limit: 1000 })
      const [row] = parse<Row>(csv, { header: true }).data.filter((each) => each.id === String(id))
      const { public_url } = (await client.read('file', id)).data
      expect([rows.find((each) => each.id === id)!.public_url, row!.public_url || null]).toEqual([
        public_url,
        public_url,
      ])
      expect(JSON.stringify(rows) + csv).not.toMatch(/sealed|v2\./)
      return public_url
    }
    const platform = { client: network.admin, token: network.token } as Person
    const [of_own, of_common] = [await share(user, own), await share(administrator, common)]
    expect([await seen(user, own), await seen(administrator, own)]).toEqual([of_own, of_own])
    expect([await seen(administrator, common), await seen(platform, common)]).toEqual([of_common, of_common])
    expect([await seen(user, common), await seen(customer, common)]).toEqual([null, null])
    const renamed = await user.client.update('file', { id: own, name: 'linked-renamed.txt' })
    expect(renamed.data.public_url).toBe(of_own)
    const again = await share(user, own)
    expect([again === of_own, await seen(user, own)]).toEqual([false, again])
    const set = (values: object) => network.db.updateTable('file').set(values).where('id', '=', own).execute()
    await set({ public_sealed: null })
    expect(await seen(user, own)).toBe(null)
    await share(user, own)
    await set({ public_sealed: 'v2.lost.AAAA' })
    expect(await seen(user, own)).toBe(null)
    await share(user, own)
    await set({ public_until: new Date(0).toISOString() })
    expect(await seen(user, own)).toBe(null)
    await share(user, own)
    await user.client.call('DELETE', 'file/share', { id: own })
    expect(await seen(user, own)).toBe(null)
  })
})
