import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Decrypter, Encrypter } from 'age-encryption'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Work } from '#api/crud/jobs/handler.ts'
import { loadViewer } from '#api/crud/viewer.ts'
import { encrypt } from '#api/files/jobs/encrypt.ts'
import { unzip } from '#api/files/jobs/unzip.ts'
import { zip } from '#api/files/jobs/zip.ts'
import { checkRights, rightsCheck } from '#api/files/serving/kept_rights.ts'
import { listForZip, zipStream } from '#api/files/serving/zip_stream.ts'
import { connectLive, type Network } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'
import { jobsOf } from './jobs.ts'
import { bytesOf, download, upload } from './uploads.ts'

let network: Network
let ours: Organisation
let jobs: ReturnType<typeof jobsOf>
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  jobs = jobsOf(network, ours.user)
})

const PASSPHRASE = 'correct horse battery staple'
/** The central directory of a zip: names and compression methods (0 stored, 8 deflated). */
function entriesOf(zip: Buffer): { name: string; method: number }[] {
  const found: { name: string; method: number }[] = []
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4)) {
    const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28))
    found.push({ name, method: zip.readUInt16LE(at + 10) })
  }
  return found
}

async function plant(): Promise<number> {
  const top = await jobs.folder(`tree ${randomBytes(3).toString('hex')}`)
  const maori = await jobs.folder('Ngā tuhinga', top)
  const chinese = await jobs.folder('文件', maori)
  await jobs.folder('empty', top)
  await jobs.put(randomBytes(100_000), '🚚 truck.bin', top)
  await jobs.put('kia ora', 'Whāngārei.txt', maori)
  await jobs.put('', '空.txt', chinese)
  return top
}

const ourViewer = async () => (await loadViewer(network.db, { user_id: ours.user.id }))!

describe('a zip', () => {
  it('unpacks to the same tree, with names in Māori, Chinese and emoji', async () => {
    const top = await plant()
    const live = await connectLive(network, { token: ours.user.token, only: 'notifications' })
    const zipped = await jobs.run('zip', { ids: [top] })
    expect(zipped).toMatchObject({ state: 'done', done_entries: 3, total_entries: 3 })
    expect(await live.receive('job', (job) => job.id === zipped.id && job.state === 'done')).toMatchObject({
      result_file_id: zipped.result_file_id,
    })
    live.stop()
    const { result_file_id } = await jobs.run('unzip', { id: zipped.result_file_id })
    const { data } = await ours.user.client.list('file', { parent_file_id: result_file_id! })
    expect(await jobs.treeOf(data[0]!.id)).toEqual(await jobs.treeOf(top))
  })

  it.each([false, true])('is one that other programs open (zip64: %s)', async (zip64) => {
    const top = await plant()
    const entries = await listForZip(network.db, await ourViewer(), [top])
    const { contents } = network.server
    const parts: Buffer[] = []
    for await (const part of zipStream(network.db, contents, entries, { zip64 })) parts.push(part)
    expectOpens(Buffer.concat(parts), 4)
  })

  it('compresses what becomes smaller by it, and stores what does not', async () => {
    const top = await jobs.folder('sizes')
    await jobs.put(randomBytes(300_000), 'random.bin', top)
    await jobs.put(Buffer.alloc(300_000, 'position,'), 'log.bin', top)
    const entries = await listForZip(network.db, await ourViewer(), [top])
    const bytes = await buffer(zipStream(network.db, network.server.contents, entries))
    const methods = entriesOf(bytes).map(({ name, method }) => [name, method])
    expect(Object.fromEntries(methods)).toEqual({ 'sizes/random.bin': 0, 'sizes/log.bin': 8 })
    expectOpens(bytes, 2)
  })

  it('of a folder is streamed as its download', async () => {
    const top = await plant()
    const response = await download(network, ours.user.token, top, { body: { name: 'everything.zip' } })
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=everything.zip')
    expectOpens(await bytesOf(response), 4)
  })

  it('holds names made safe, and each once', async () => {
    const top = await jobs.folder('names')
    const [a, b] = [await jobs.folder('a', top), await jobs.folder('b', top)]
    const ids = [(await jobs.put('1', 'same.txt', a)).id, (await jobs.put('2', 'same.txt', b)).id]
    const { result_file_id } = await jobs.run('zip', { ids, name: 'both' })
    const { data } = await ours.user.client.read('file', result_file_id!)
    expect([data.name, data.mimetype]).toEqual(['both.zip', 'application/zip'])
    expectOpens(await jobs.content(result_file_id!), 2)
  })
})

describe('a passphrase', () => {
  it('encrypts to a file that age opens, and back', async () => {
    const bytes = randomBytes(200_000)
    const { id } = await jobs.put(bytes, 'secret.bin')
    const { result_file_id } = await jobs.run('encrypt', { ids: [id], passphrase: PASSPHRASE })
    const { data } = await ours.user.client.read('file', result_file_id!)
    expect(data).toMatchObject({ name: 'secret.bin.age', encrypted: true })
    const decrypter = new Decrypter()
    decrypter.addPassphrase(PASSPHRASE)
    expect(Buffer.from(await decrypter.decrypt(await jobs.content(result_file_id!))).equals(bytes)).toBe(true)
    const back = await jobs.run('decrypt', { id: result_file_id, passphrase: PASSPHRASE })
    expect((await jobs.content(back.result_file_id!)).equals(bytes)).toBe(true)
    expect((await ours.user.client.read('file', back.result_file_id!)).data.name).toBe('secret (2).bin')
    const stored = await network.db.selectFrom('job').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain('horse')
  })

  it('that is wrong and a file that is damaged are two errors', async () => {
    const encrypter = new Encrypter()
    encrypter.setPassphrase(PASSPHRASE)
    encrypter.setScryptWorkFactor(10)
    const sealed = Buffer.from(await encrypter.encrypt(randomBytes(150_000)))
    const decrypt = (id: number, passphrase: string) =>
      ours.user.client.call('POST', 'file/decrypt', { id, passphrase }).then(
        ({ data }) => jobs.ended(data.id),
        ({ status, message }) => ({ status, message }),
      )
    const { id } = await jobs.put(sealed, 'other.age')
    expect(await decrypt(id, 'another passphrase')).toEqual({ status: 403, message: 'Wrong passphrase.' })
    const late = Buffer.from(sealed)
    late[sealed.length - 1000]! ^= 1
    expect(await decrypt((await jobs.put(late, 'late.age')).id, PASSPHRASE)).toMatchObject({
      state: 'failed',
      error_code: 'not_possible',
      error_message: 'This file is damaged.',
    })
    const early = Buffer.from(sealed)
    early[sealed.indexOf('---') + 10]! ^= 1
    expect(await decrypt((await jobs.put(early, 'early.age')).id, PASSPHRASE)).toMatchObject({ status: 476 })
    expect(await decrypt((await jobs.put('no age file', 'plain.age')).id, PASSPHRASE)).toMatchObject({ status: 476 })
  })

  it.each(['encrypt', 'decrypt'])('needs ten characters to %s', async (verb) => {
    const { id } = await jobs.put('x', 'short.txt')
    const input = verb === 'encrypt' ? { ids: [id] } : { id }
    const short = ours.user.client.call('POST', `file/${verb}`, { ...input, passphrase: '123456789' })
    await expect(short).rejects.toMatchObject({ status: 461, field: 'passphrase' })
  })
})

describe('a job', () => {
  it('is cancelled once, and leaves nothing', async () => {
    const { id } = await jobs.put(randomBytes(1000), 'x.bin')
    const files = async () => (await network.db.selectFrom('file').select('id').execute()).length
    const count = await files()
    const { data } = await ours.user.client.call('POST', 'file/encrypt', { ids: [id], passphrase: PASSPHRASE })
    const cancelled = await ours.user.client.call('DELETE', 'job', { id: data.id })
    expect([cancelled.status, cancelled.data.state]).toEqual([261, 'cancelled'])
    await expect(ours.user.client.call('DELETE', 'job', { id: data.id })).rejects.toMatchObject({ status: 476 })
    await network.server.api.workers.drain()
    expect(await files()).toBe(count)
    for (const other of [ours.staff, ours.customer]) {
      await expect(other.client.read('job', data.id)).rejects.toMatchObject({ status: 404 })
      await expect(other.client.call('DELETE', 'job', { id: data.id })).rejects.toMatchObject({ status: 404 })
    }
    expect((await ours.administrator.client.list('job')).data.some((job) => job.id === data.id)).toBe(true)
  })

  it('whose process has died is done by another one, unless its passphrase has died with it', async () => {
    const { id } = await jobs.put('still there', 'left.txt')
    const { data: root } = await ours.user.client.call('GET', 'files/usage')
    const leave = async (kind: 'zip' | 'encrypt', attempts = 1) => {
      const input = JSON.stringify({ ids: [id], name: 'left.zip', parent_file_id: root.root_file_id })
      const { rows } = await sql<{ id: number }>`insert into job
          (organisation_id, user_id, kind, state, input, attempts, leased_until, started_at)
        values (${ours.id}, ${ours.user.id}, ${kind}, 'running', ${input}::jsonb, ${attempts},
          now() - interval '1 second', now()) returning id`.execute(network.db)
      return rows[0]!.id
    }
    const [zip, encrypt, hopeless] = [await leave('zip'), await leave('encrypt'), await leave('zip', 3)]
    network.server.api.workers.notify()
    expect(await jobs.ended(zip)).toMatchObject({ state: 'done' })
    for (const one of [encrypt, hopeless]) {
      expect(await jobs.ended(one)).toMatchObject({
        state: 'failed',
        error_message: 'This was interrupted, please start again.',
      })
    }
  })

  it('is one of twenty at most', async () => {
    const { id } = await jobs.put('x', 'many.txt')
    await sql`insert into job (organisation_id, user_id, kind, input, leased_until)
      select ${ours.id}, ${ours.staff.id}, 'zip', '{}', now() + interval '1 hour' from generate_series(1, 20)`.execute(
      network.db,
    )
    await network.db
      .updateTable('file')
      .set({ owner_user_id: ours.staff.id, parent_file_id: null, is_folder: false })
      .where('id', '=', id)
      .execute()
    await expect(ours.staff.client.call('POST', 'file/zip', { ids: [id] })).rejects.toMatchObject({ status: 476 })
    await network.db.deleteFrom('job').where('user_id', '=', ours.staff.id).execute()
  })

  it('name what they are done to, and the sign-in says whether a person has any to list', async () => {
    const { token, client, id: user_id } = ours.customer
    const hasJobs = async () => (await client.call('POST', 'user/signin', { token })).data.has_jobs
    expect(await hasJobs()).toBe(false)
    const { data: file } = await upload(network, token, 'no zip', { name: 'Tax 2026.zip' })
    await client.call('POST', 'file/unzip', { id: file.id })
    await client.call('POST', 'file/zip', { ids: [file.id], name: 'Archive' })
    await network.server.api.workers.drain()
    const { data } = await client.list('job')
    expect(data.map(({ kind, state, source }) => [kind, state, source])).toEqual([
      ['zip', 'done', 'Archive.zip'],
      ['unzip', 'failed', 'Tax 2026.zip'],
    ])
    expect(await hasJobs()).toBe(true)
    const before = new Date(Date.now() - 2 * 86_400_000).toISOString()
    await network.db.updateTable('job').set({ ended_at: before }).where('user_id', '=', user_id).execute()
    expect(await hasJobs()).toBe(false)
  })
})

/** Opens a zip with Python's zipfile and Info-ZIP, where they are installed. */
function expectOpens(zip: Buffer, entries: number): void {
  const dir = mkdtempSync(join(tmpdir(), 'ringfence-zip-'))
  const path = join(dir, 'test.zip')
  writeFileSync(path, zip)
  try {
    if (existsSync('/usr/bin/python3')) {
      const script = 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()))'
      expect(execFileSync('/usr/bin/python3', ['-c', script, path], { encoding: 'utf8' }).trim()).toBe(
        `None ${entries}`,
      )
    }
    if (existsSync('/usr/bin/unzip')) execFileSync('/usr/bin/unzip', ['-t', path])
  } finally {
    rmSync(dir, { recursive: true })
  }
}

describe('a right that is lost while a job runs', () => {
  const begin = async (kind: 'zip' | 'encrypt' | 'unzip', input: object) => {
    const { db, server } = network
    const context = { db, contents: server.contents } as Work['context']
    const person = await makePerson(network, `leaver-${randomBytes(3).toString('hex')}`, ours.id, 'Administrator')
    const { rows } = await sql<Work['job']>`insert into job (organisation_id, user_id, kind, state, input, leased_until)
      values (${ours.id}, ${person.id}, ${kind}, 'running', ${JSON.stringify(input)}::jsonb, now() + interval '1 hour')
      returning id, organisation_id, user_id, input`.execute(db)
    const viewer = (await loadViewer(db, { user_id: person.id }))!
    let entries = 0
    const work: Work = {
      context,
      job: rows[0]!,
      viewer,
      secret: PASSPHRASE,
      signal: new AbortController().signal,
      check: rightsCheck(db, viewer, ours.id),
      progress: { total: () => {}, bytes: () => {}, entry: () => entries++ },
    }
    return { person, work, entries: () => entries }
  }
  const demote = (user_id: number) =>
    network.db.updateTable('membership').set({ role_name: 'User' }).where('user_id', '=', user_id).execute()

  it.each([
    ['zip', zip],
    ['encrypt', encrypt],
    ['unzip', unzip],
  ] as const)('stops a job of the kind %s before its next file, and leaves nothing', async (kind, handler) => {
    const top = await jobs.folder(`lost ${kind}`)
    const one = await jobs.put('one', 'one.txt', top)
    const zipped = await jobs.run('zip', { ids: [one.id], name: 'lost.zip', parent_file_id: top })
    const input = { id: zipped.result_file_id, ids: [one.id], name: 'x.zip', parent_file_id: top }
    const { person, work, entries } = await begin(kind, input)
    const files = () => network.db.selectFrom('file').select('id').where('parent_file_id', '=', top).execute()
    const before = await files()
    await demote(person.id)
    await expect(handler.run(work)).rejects.toMatchObject({ code: 'forbidden' })
    expect(entries()).toBe(0)
    expect(await files()).toEqual(before)
  })

  it('of another organisation stops nothing, but a switched-off account does', async () => {
    const { db } = network
    const { person, work } = await begin('zip', {})
    const other = await makeOrganisation(network, `other-${randomBytes(3).toString('hex')}`)
    await db
      .insertInto('membership')
      .values({ organisation_id: other.id, user_id: person.id, role_name: 'Staff' })
      .execute()
    const viewer = (await loadViewer(db, { user_id: person.id }))!
    await db.deleteFrom('membership').where('user_id', '=', person.id).where('organisation_id', '=', other.id).execute()
    await checkRights(db, viewer, ours.id)
    await expect(checkRights(db, viewer, null)).rejects.toMatchObject({ code: 'forbidden' })
    await checkRights(db, work.viewer, null)
    await db.updateTable('user_account').set({ active: false }).where('id', '=', person.id).execute()
    await expect(checkRights(db, work.viewer, ours.id)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
