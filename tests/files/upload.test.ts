import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'
import { bytesOf, configure, cutUpload, download, upload, uploadChunked } from './uploads.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
})

const stored = () =>
  readdirSync(join(network.data_dir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const limit = (values: object) => configure(network, ours.id, values)

describe('an upload', () => {
  it('comes down as it went up, chunked without a length, and nothing of it is readable on the disk', async () => {
    const known = Buffer.from('A text that everybody knows, and that must not be found on the disk. ')
    const bytes = Buffer.concat([randomBytes(700_001), known, randomBytes(99)])
    const chunks = Array.from({ length: Math.ceil(bytes.length / 50_021) }, (_, i) =>
      bytes.subarray(i * 50_021, (i + 1) * 50_021),
    )
    const { status, data } = await uploadChunked(network, ours.user.token, chunks, { name: 'random.bin' })
    expect([status, data.size, data.mimetype, data.owner_user_id]).toEqual([
      201,
      bytes.length,
      'application/octet-stream',
      ours.user.id,
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
        method,
        body,
        headers: { authorization: `Bearer ${ours.user.token}`, 'content-type': type },
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
