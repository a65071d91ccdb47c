import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentStore, openStore } from '#db/contents/store.ts'
import { sweepContents } from '#db/contents/sweep.ts'
import { KeyRing } from '#db/keys/ring.ts'
import { type Network, startNetwork } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { type S3Server, startS3 } from './s3_server.ts'
import { bytesOf, download, upload } from './uploads.ts'

let s3: S3Server
let network: Network
let ours: Organisation
const dirs: string[] = []
beforeAll(async () => {
  s3 = await startS3()
  network = await startNetwork({ S3_URL: s3.url })
  ours = await makeOrganisation(network, 'ours')
})
afterAll(async () => {
  await network?.stop()
  await s3?.stop()
  for (const dir of dirs) rmSync(dir, { recursive: true })
})

async function open(kind: string): Promise<ContentStore> {
  const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-contents-'))
  dirs.push(data_dir)
  const keys = new KeyRing({ data_dir, legacy_secret: '' })
  return openStore(keys, { data_dir, s3_url: kind === 's3' ? s3.url : null })
}
async function* chunksOf(bytes: Buffer, size = 300_007) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function read(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

describe.each(['disk', 's3'])('contents in %s', (kind) => {
  it.each([0, 1, 65_536, 20_000_003])('of %i bytes are read whole and in part', async (size) => {
    const store = await open(kind)
    const bytes = randomBytes(size)
    const content = await store.write(chunksOf(bytes))
    expect([content.size, content.backend]).toEqual([size, kind])
    expect((await read(store.read(content))).equals(bytes)).toBe(true)
    if (size < 10) return
    const part = await read(store.read(content, { start: 65_530, end: Math.min(size, 140_000) }))
    expect(part.equals(bytes.subarray(65_530, 140_000))).toBe(true)
    await store.remove(content)
    await expect(read(store.read(content))).rejects.toThrow()
    await store.remove(content)
  })

  it('of a source that fails leave nothing', async () => {
    const store = await open(kind)
    const listed = async () => {
      const keys: string[] = []
      for await (const key of store.backend.list(new Date(Date.now() + 60_000))) keys.push(key)
      return keys
    }
    const before = await listed()
    const failing = async function* () {
      yield* chunksOf(randomBytes(18_000_000))
      throw new Error('the source failed')
    }
    await expect(store.write(failing())).rejects.toThrow('the source failed')
    expect([await listed(), s3.uploads.size]).toEqual([before, 0])
  })
})

it('are served from an S3, and nothing is on the disk', async () => {
  const bytes = randomBytes(200_000)
  const { data } = await upload(network, ours.user.token, bytes, { name: 's3.bin' })
  const response = await download(network, ours.user.token, data.id, { headers: { range: 'bytes=100000-' } })
  expect((await bytesOf(response)).equals(bytes.subarray(100_000))).toBe(true)
  expect(existsSync(join(network.data_dir, 'files'))).toBe(false)
})

it('written to the disk before the S3 stay readable', async () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-contents-'))
  dirs.push(data_dir)
  const keys = new KeyRing({ data_dir, legacy_secret: '' })
  const before = await openStore(keys, { data_dir, s3_url: null })
  const content = await before.write(chunksOf(Buffer.from('on the disk')))
  const after = await openStore(keys, { data_dir, s3_url: s3.url })
  expect(String(await read(after.read(content)))).toBe('on the disk')
  expect((await after.write(chunksOf(Buffer.from('x')))).backend).toBe('s3')
})

describe('the sweep', () => {
  it('removes what no file has and what has no row, a day later', async () => {
    const { contents, database } = network.server
    const { data: kept } = await upload(network, ours.user.token, 'kept', { name: 'kept' })
    const { data: gone } = await upload(network, ours.user.token, 'gone', { name: 'gone' })
    const stray = await contents.write(chunksOf(Buffer.from('a stray of an upload that was interrupted')))
    await ours.user.client.call('DELETE', 'file', { id: gone.id, forever: true })
    expect(await sweepContents(database.db, contents)).toEqual({ contents: 0, strays: 0 })
    expect((await sql`select 1 from file_content where orphaned_at is not null`.execute(network.db)).rows).toHaveLength(
      1,
    )
    // The same bytes again take the row back.
    const { data: back } = await upload(network, ours.user.token, 'gone', { name: 'gone again' })
    expect(await sweepContents(database.db, contents, -1000)).toMatchObject({ contents: 0 })
    expect(String(await bytesOf(await download(network, ours.user.token, back.id)))).toBe('gone')
    await ours.user.client.call('DELETE', 'file', { id: back.id, forever: true })
    expect(await sweepContents(database.db, contents, -1000)).toEqual({ contents: 1, strays: 0 })
    expect(String(await bytesOf(await download(network, ours.user.token, kept.id)))).toBe('kept')
    await expect(read(contents.read(stray))).rejects.toThrow()
    expect(s3.objects.size).toBe(
      Number((await sql<{ n: number }>`select count(*)::int as n from file_content`.execute(network.db)).rows[0]!.n),
    )
  })
})
