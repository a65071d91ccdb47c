import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import { type Network, startNetwork } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { bytesOf, cutUpload, download, upload, uploadChunked } from './uploads.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await startNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
})
afterAll(() => network.stop())

const status = (promise: Promise<{ status: number }>) => promise.then((a) => a.status).catch((error) => error.status)
const folder = async (client: Client, name: string, more: object = {}) =>
  (await client.create('file', { name, ...more })).data as { id: number; path: string; owner_user_id: number | null }
const stored = () =>
  readdirSync(join(network.data_dir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const limit = (values: object) =>
  sql`insert into organisation_config (organisation_id) values (${ours.id}) on conflict do nothing`
    .execute(network.db)
    .then(() =>
      network.db.updateTable('organisation_config').set(values).where('organisation_id', '=', ours.id).execute(),
    )

describe('an upload', () => {
  it('comes down as it went up, chunked without a length, and nothing of it is readable on the disk', async () => {
    const known = Buffer.from('A text that everybody knows, and that must not be found on the disk. ')
    const bytes = Buffer.concat([randomBytes(700_001), known, randomBytes(99)])
    const chunks = Array.from({ length: Math.ceil(bytes.length / 50_021) }, (_, i) =>
      bytes.subarray(i * 50_021, (i + 1) * 50_021),
    )
    const { status, data } = await uploadChunked(network, ours.user.token, chunks, { name: 'random.bin' })
    expect([status, data.size, data.mimetype, data.owner_user_id]).toEqual([
      ...[201, bytes.length, 'application/octet-stream', ours.user.id],
    ])
    const response = await download(network, ours.user.token, data.id)
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=random.bin')
    expect((await bytesOf(response)).equals(bytes)).toBe(true)
    for (const path of stored()) {
      const content = readFileSync(path)
      for (let at = 0; at + 16 <= known.length; at++) expect(content.includes(known.subarray(at, at + 16))).toBe(false)
    }
  })

  it('may be empty', async () => {
    const { status, data } = await upload(network, ours.user.token, '', { name: 'empty.txt' })
    expect([status, data.size]).toEqual([201, 0])
    expect((await bytesOf(await download(network, ours.user.token, data.id))).length).toBe(0)
  })

  it.each([
    [
      'an svg',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
      'image/svg+xml',
    ],
    ['a page', '  <!-- x --><!DOCTYPE html><script>alert(1)</script>', 'text/html'],
    ['text', 'Just text', 'text/plain'],
  ])('is stored as what it is, whatever its name: %s', async (_, bytes, mimetype) => {
    const { data } = await upload(network, ours.user.token, bytes, { name: 'x.png', fields: { on_conflict: 'rename' } })
    expect(data.mimetype).toBe(mimetype)
    const { data: signed } = await ours.user.client.call('POST', `file/${data.id}/view`, {})
    const response = await fetch(network.url + signed.url)
    expect(response.headers.get('content-disposition')).toMatch(mimetype === 'text/plain' ? /^inline/ : /^attachment/)
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('of a picture tells its size', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const { data } = await upload(network, ours.user.token, png, { name: 'dot.dat' })
    expect(data).toMatchObject({ mimetype: 'image/png', width: 1, height: 1 })
  })

  it('replaces the content of a file', async () => {
    const { data } = await upload(network, ours.user.token, 'one', { name: 'versions.txt' })
    const fields = { id: data.id, modified_at: data.modified_at }
    const changed = await upload(network, ours.user.token, 'two!', { method: 'POST', fields })
    expect([changed.status, changed.data.size, changed.data.name]).toEqual([261, 4, 'versions.txt'])
    expect(String(await bytesOf(await download(network, ours.user.token, data.id)))).toBe('two!')
    expect((await upload(network, ours.user.token, 'three', { method: 'POST', fields })).status).toBe(474)
  })

  it('with an Idempotency-Key is stored once, and its bytes are compared', async () => {
    const again = (bytes: string) =>
      upload(network, ours.user.token, bytes, { name: 'once.txt', headers: { 'idempotency-key': 'upload-1' } })
    const first = await again('same')
    const second = await again('same')
    expect([first.status, second.status, second.data.id]).toEqual([201, 201, first.data.id])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect((await again('other')).status).toBe(409)
  })

  it('stores identical bytes once in an organisation, never across organisations', async () => {
    const bytes = randomBytes(5000)
    const before = stored().length
    const of = (token: string, name: string) => upload(network, token, bytes, { name })
    await of(ours.user.token, 'twin-1')
    const { data } = await of(ours.user.token, 'twin-2')
    expect(stored().length).toBe(before + 1)
    await of(theirs.user.token, 'twin')
    expect(stored().length).toBe(before + 2)
    expect((await bytesOf(await download(network, ours.user.token, data.id))).equals(bytes)).toBe(true)
  })
})

describe('a refused upload', () => {
  const nothingNew = async (attempt: () => Promise<unknown>) => {
    const count = async () => [
      stored().length,
      ...(
        await sql<{ n: number }>`select count(*)::int as n from file union all select count(*)::int from file_content
          union all select count(*)::int from file_reservation`.execute(network.db)
      ).rows.map(({ n }) => n),
    ]
    const before = await count()
    const result = await attempt()
    await expect.poll(count).toEqual(before)
    return result
  }

  it('over the limit of a file is 413, with and without a length', async () => {
    await limit({ file_bytes_max: 100_000 })
    const bytes = randomBytes(300_000)
    for (const send of [
      () => upload(network, ours.user.token, bytes),
      () => uploadChunked(network, ours.user.token, [bytes, bytes]),
    ]) {
      const { status, message } = (await nothingNew(send)) as { status: number; message: string }
      expect([status, message]).toEqual([413, 'A file may have 97.7 KB here.'])
    }
    await limit({ file_bytes_max: 10 * 2 ** 30 })
  })

  it('over the quota in the middle is 413 that names it', async () => {
    const { data } = await ours.user.client.call('GET', 'files/usage')
    await limit({ person_bytes_max: data.person_bytes + 100_000 })
    const chunks = Array.from({ length: 10 }, () => randomBytes(50_000))
    const refused = (await nothingNew(() => uploadChunked(network, ours.user.token, chunks))) as never as {
      status: number
      message: string
    }
    expect([refused.status, refused.message]).toEqual([413, expect.stringContaining('exceed their quota')])
    await limit({ person_bytes_max: 20 * 2 ** 30 })
  })

  it('keeps the quota with eight in parallel', async () => {
    const { data } = await ours.user.client.call('GET', 'files/usage')
    await limit({ files_bytes_max: data.organisation_bytes + 250_000 })
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        uploadChunked(network, ours.user.token, [randomBytes(60_000), randomBytes(40_000)], { name: `par-${i}` }),
      ),
    )
    const after = (await ours.user.client.call('GET', 'files/usage')).data
    expect(after.organisation_bytes - data.organisation_bytes).toBeLessThanOrEqual(250_000)
    expect(all.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(2)
    for (const { status } of all) expect([201, 413]).toContain(status)
    await limit({ files_bytes_max: 100 * 2 ** 30 })
  })

  it('that is cut leaves nothing', async () => {
    await nothingNew(() => cutUpload(network, ours.user.token, randomBytes(200_000), 1_000_000))
  })

  it('names the wrong field, or the missing one', async () => {
    const send = (options: object) => upload(network, ours.user.token, 'x', options)
    expect(await send({ fields: { parent: '1' } })).toMatchObject({ status: 400, field: 'parent' })
    expect(await send({ fields: { parent_file_id: 'x' } })).toMatchObject({ status: 400, field: 'parent_file_id' })
    expect(await send({ fields: { on_conflict: 'x' } })).toMatchObject({ status: 400, field: 'on_conflict' })
    expect(await send({ fields: { name: 'a/b' } })).toMatchObject({ status: 400, field: 'name' })
    expect(await send({ fields: { parent_file_id: 999_999 } })).toMatchObject({ status: 404, field: 'parent_file_id' })
  })

  it('of another type than a form is 415, and of a broken form 400', async () => {
    const send = (type: string, body: string, method = 'PUT') =>
      fetch(`${network.url}/api/v1/file`, {
        ...{ method, body, headers: { authorization: `Bearer ${ours.user.token}`, 'content-type': type } },
      }).then((response) => response.status)
    expect(await send('application/octet-stream', 'x')).toBe(415)
    expect(await send('text/plain', 'x', 'POST')).toBe(415)
    expect(await send('multipart/form-data', 'x')).toBe(400)
    expect(await send('multipart/form-data; boundary=x', 'rubbish')).toBe(400)
    expect(await send('multipart/form-data; boundary=x', '--x\r\n\r\n--x--\r\n')).toBe(400)
  })
})

describe('a range', () => {
  it('is a part of the bytes, or 416', async () => {
    const bytes = randomBytes(200_000)
    const { data } = await upload(network, ours.user.token, bytes, { name: 'ranges.bin' })
    const read = async (range: string) => {
      const response = await download(network, ours.user.token, data.id, { headers: { range } })
      return { status: response.status, range: response.headers.get('content-range'), bytes: await bytesOf(response) }
    }
    expect(await read('bytes=5-9')).toEqual({ status: 206, range: 'bytes 5-9/200000', bytes: bytes.subarray(5, 10) })
    expect(await read('bytes=-1')).toEqual({
      status: 206,
      range: 'bytes 199999-199999/200000',
      bytes: bytes.subarray(-1),
    })
    expect((await read('bytes=65530-131080')).bytes).toEqual(bytes.subarray(65530, 131081))
    expect(await read('bytes=200000-')).toMatchObject({ status: 416, range: 'bytes */200000' })
  })
})

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
      ...['application/zip', 'PK'],
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
  it('shows a file without sign-in until it ends; only its hash is stored', async () => {
    const { data } = await upload(network, ours.user.token, 'public', { name: 'public.txt' })
    const share = (ahead_ms: number) =>
      ours.user.client.call('POST', 'file/share', {
        id: data.id,
        public_until: new Date(Date.now() + ahead_ms).toISOString(),
      })
    const { public_url } = (await share(60_000)).data
    const link = network.url + new URL(public_url).pathname + new URL(public_url).search
    expect(await (await fetch(link)).text()).toBe('public')
    const row = await network.db.selectFrom('file').selectAll().where('id', '=', data.id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(new URL(public_url).searchParams.get('token'))
    await network.db
      .updateTable('file')
      .set({ public_until: new Date(0).toISOString() })
      .where('id', '=', data.id)
      .execute()
    expect((await fetch(link)).status).toBe(470)
    await ours.user.client.call('DELETE', 'file/share', { id: data.id })
    expect((await fetch(link)).status).toBe(469)
    expect(await status(share(-1000))).toBe(400)
    expect(await status(share(400 * 86_400_000))).toBe(400)
  })
})
