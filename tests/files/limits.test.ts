import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadViewer } from '#api/crud/viewer.ts'
import { makeAddress } from '#api/files/signed.ts'
import { emptyTrash } from '#api/files/upkeep.ts'
import { type Network, startNetwork } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation, PASSWORD, type Person } from '../seeds/people.ts'
import { configure, download, upload } from './uploads.ts'

let network: Network
let ours: Organisation
beforeAll(async () => {
  network = await startNetwork({ UPLOAD_IDLE_S: '1', JWT_SECRET: SECRET })
  ours = await makeOrganisation(network, 'ours')
})
afterAll(() => network.stop())

const SECRET = 'a secret of thirty-two bytes, for signatures'
let count = 0
const put = async (person: Person, bytes: Uint8Array | string = 'x') =>
  (await upload(network, person.token, bytes, { name: `limited-${++count}` })).data as { id: number }
const usage = async () => (await ours.user.client.call('GET', 'files/usage')).data
const set = (values: object) => configure(network, ours.id, values)

describe('an upload that stands still', () => {
  it('ends with 408, and leaves nothing', async () => {
    const rows = async () =>
      (
        await sql<{ n: number }>`select count(*)::int as n from file_content union all
          select count(*)::int from file_reservation`.execute(network.db)
      ).rows
    await put(ours.user)
    const stored = () =>
      readdirSync(join(network.data_dir, 'files'), { recursive: true, withFileTypes: true }).filter((e) => e.isFile())
        .length
    const before = [await rows(), stored()]
    const socket = connect(network.server.http_port, '127.0.0.1')
    let answer = ''
    socket.on('data', (bytes) => (answer += bytes))
    const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
    const head = [
      'PUT /api/v1/file HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${ours.user.token}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 1000000',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${form}`)
    socket.write(randomBytes(200_000))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(answer).toMatch(/^HTTP\/1\.1 408 .*"message":"Nothing has arrived for 1 seconds\."/s)
    await expect.poll(async () => [await rows(), stored()]).toEqual(before)
  })
})

describe('a signed address', () => {
  it('works for a minute, whatever its session', async () => {
    const { id } = await put(ours.user)
    const session = await network.db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', ours.user.id)
      .executeTakeFirstOrThrow()
    const viewer = (await loadViewer(network.db, { session_id: session.id }))!
    const ask = { of: 'file' as const, id, download: false, ids: [] }
    const open = async (url: string) => (await fetch(network.url + url)).status
    expect(await open(makeAddress(viewer, ask, SECRET).url)).toBe(200)
    const began_ms = Date.now() - 61_000
    expect(await open(makeAddress(viewer, ask, SECRET, began_ms).url)).toBe(470)
  })
})

describe('the trash', () => {
  it('is emptied after 30 days, but not of what is evidence', async () => {
    const [old, young, proof] = [await put(ours.user), await put(ours.user), await put(ours.user)]
    for (const { id } of [old, young, proof]) await ours.user.client.remove('file', id)
    const age = (id: number, days: number) =>
      sql`update file set deleted_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(network.db)
    await age(old.id, 31)
    await age(young.id, 29)
    await age(proof.id, 31)
    const evidence = {
      file_id: proof.id,
      organisation_id: ours.id,
      entity: 'activity',
      entity_id: 1,
      title: 'Ward round',
    }
    await network.db.insertInto('file_evidence').values(evidence).execute()
    expect(await emptyTrash(network.db)).toBe(1)
    const { data } = await ours.user.client.list('file', { deleted: true, limit: 1000 })
    expect(data.map(({ id }) => id).sort()).toEqual([young.id, proof.id].sort())
    await network.db.deleteFrom('file_evidence').execute()
    expect(await emptyTrash(network.db)).toBe(1)
  })
})

describe('the quota', () => {
  it('counts each file, identical ones too, the trash, and nothing twice', async () => {
    const before = (await usage()).person_bytes
    const used = async () => (await usage()).person_bytes - before
    const bytes = randomBytes(10_000)
    const [first, twin] = [await put(ours.user, bytes), await put(ours.user, bytes)]
    expect(await used()).toBe(20_000)
    await ours.user.client.remove('file', first.id)
    expect(await used()).toBe(20_000)
    await upload(network, ours.user.token, randomBytes(3000), { method: 'POST', fields: { id: twin.id } })
    expect(await used()).toBe(13_000)
    for (const { id } of [first, twin]) await ours.user.client.call('DELETE', 'file', { id, forever: true })
    expect(await used()).toBe(0)
  })

  it('is shown to administrators by person', async () => {
    const of = async () => {
      const { data } = await ours.administrator.client.call('GET', 'files/people', { organisation_id: ours.id })
      return data.find((row: { owner_user_id: number }) => row.owner_user_id === ours.user.id)
    }
    const before = await of()
    const { id } = await put(ours.user, randomBytes(5000))
    await ours.user.client.remove('file', id)
    await network.db.updateTable('file').set({ scan_state: 'infected' }).where('id', '=', id).execute()
    const { bytes, trash_bytes, files, infected } = await of()
    expect([bytes - before.bytes, trash_bytes - before.trash_bytes, files - before.files, infected]).toEqual([
      5000, 5000, 1, 1,
    ])
    await network.db.updateTable('file').set({ scan_state: 'none' }).where('id', '=', id).execute()
  })

  it('gives reserved bytes back, and those of a process that was killed when their lease ends', async () => {
    const { organisation_bytes } = await usage()
    await set({ files_bytes_max: organisation_bytes + 50_000 })
    const over = await upload(network, ours.user.token, randomBytes(60_000))
    expect([over.status, over.message]).toEqual([413, expect.stringContaining('quota')])
    expect((await usage()).organisation_bytes).toBe(organisation_bytes)
    const reserve = (seconds: number) =>
      sql`insert into file_reservation (organisation_id, owner_user_id, bytes, leased_until)
        values (${ours.id}, ${ours.user.id}, 45000, now() + make_interval(secs => ${seconds}))`.execute(network.db)
    await reserve(60)
    expect((await upload(network, ours.user.token, randomBytes(10_000))).status).toBe(413)
    await network.db.deleteFrom('file_reservation').execute()
    await reserve(-1)
    expect((await upload(network, ours.user.token, randomBytes(10_000), { name: 'fits' })).status).toBe(201)
    await set({ files_bytes_max: 2 ** 40 })
  })

  it('moves with a file between people', async () => {
    const { id } = await put(ours.user, randomBytes(7000))
    const { data: folders } = await ours.staff.client.call('GET', 'folders')
    const root = folders.find((one: { owner_user_id: number }) => one.owner_user_id === ours.staff.id)
    const of = async ({ client }: Person) => (await client.call('GET', 'files/usage')).data.person_bytes
    const [from, to] = [await of(ours.user), await of(ours.staff)]
    await set({ person_bytes_max: to + 6999 })
    const move = ours.administrator.client.update('file', { id, parent_file_id: root.id })
    await expect(move).rejects.toMatchObject({ status: 413 })
    await set({ person_bytes_max: 2 ** 40 })
    await ours.administrator.client.update('file', { id, parent_file_id: root.id })
    expect([await of(ours.user), await of(ours.staff)]).toEqual([from - 7000, to + 7000])
  })
})

describe('a public link', () => {
  const share = async (person: Person, id: number) => {
    const public_until = new Date(Date.now() + 3600_000).toISOString()
    const { data } = await person.client.call('POST', 'file/share', { id, public_until })
    return network.url + new URL(data.public_url).pathname + new URL(data.public_url).search
  }
  const status = async (link: string) => (await fetch(link)).status

  it('dies when its maker loses the right to the file', async () => {
    const admin = await makePerson(network, 'sharing-admin', ours.id, 'Administrator')
    const { id } = await put(ours.user)
    const [by_owner, by_admin] = [await put(ours.user), { id }]
    const links = [await share(ours.user, by_owner.id), await share(admin, by_admin.id)]
    expect([await status(links[0]!), await status(links[1]!)]).toEqual([200, 200])
    await ours.administrator.client.update('membership', { id: await membershipOf(admin), role_name: 'Staff' })
    expect([await status(links[0]!), await status(links[1]!)]).toEqual([200, 469])
    const { data: rows } = await ours.administrator.client.list('file', { limit: 1000 })
    const urlOf = (id: number) => rows.find((row) => row.id === id)!.public_url
    expect([urlOf(by_owner.id) !== null, urlOf(id)]).toEqual([true, null])
    // The owner's file is still theirs.
    expect((await download(network, ours.user.token, id)).status).toBe(200)
  })

  it.each([
    [
      'leaves the organisation',
      async (person: Person) => ours.administrator.client.remove('membership', await membershipOf(person)),
    ],
    ['deletes their account', (person: Person) => person.client.call('DELETE', 'user/account', { password: PASSWORD })],
    ['is switched off', (person: Person) => network.admin.update('user', { id: person.id, active: false })],
    ['has lost the feature', () => set({ features: ['tracking'] })],
  ])('dies when its maker %s', async (what, happens) => {
    const maker = await makePerson(network, `maker-${what.replaceAll(' ', '-')}`, ours.id, 'User')
    const link = await share(maker, (await put(maker)).id)
    expect(await status(link)).toBe(200)
    await happens(maker)
    expect(await status(link)).toBe(469)
  })

  const membershipOf = async ({ id }: Person) =>
    (await network.db.selectFrom('membership').select('id').where('user_id', '=', id).executeTakeFirstOrThrow()).id
})
