import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { extract, pack } from 'tar-stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkBackup } from '#db/backup/check.ts'
import { writeBackup } from '#db/backup/write.ts'
import { openDatabase } from '#db/open.ts'
import { tables } from '#db/tables/index.ts'
import { runRestore } from '../../scripts/backup.ts'
import { readConfig } from '../../scripts/server/config.ts'
import { addEvents, archiveOf, atOnce, eventsOf } from '../db/history/days.ts'
import { followAll } from '../gateway/movement/truth.ts'
import { box, copyTemplate, type Network, startNetwork, startTracker } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { makeLimited } from '../seeds/roles.ts'
import { bytesOf, download, upload } from './uploads.ts'

let network: Network
let ours: Organisation
const dir = mkdtempSync(join(tmpdir(), 'ringfence-backup-'))
const bytes = randomBytes(300_000)
/** A role of the organisation, and who has it. */
const role = { name: 'Workshop', base: 'Staff', areas: { trackers: 'write', maintenance: 'read' } } as const
let mechanic: Awaited<ReturnType<typeof makeLimited>>
let file_id: number
beforeAll(async () => {
  network = await startNetwork()
  ours = await makeOrganisation(network, 'ours')
  mechanic = await makeLimited(network, 'mechanic', ours.id, role)
  const ute = await startTracker(network, 'ute', { organisation_id: ours.id })
  await network.admin.create('boundary', {
    organisation_id: ours.id,
    name: 'Depot "1"\n\\',
    geometry: box(178, -40, 182, -35),
  })
  for (const ts of ['2026-01-31T23:59:59.123456Z', '2026-11-20T00:00:00Z', '1999-01-01T00:00:00Z'])
    await ute.report({ lat: -36.85, lon: 174.75, ts, speed: 12.3456789, attributes: { note: 'tab\t, ünï' } })
  await ute.stop()
  await addEvents(network.db, { organisation_id: ours.id, tracker_ids: [ute.id] }, '2027-02-01', 50)
  await archiveOf(network.db, network.server.history).run(new Date('2027-02-10T00:00:00Z'), { policy: atOnce })
  await settle()
  const { data: folder } = await ours.user.client.create('file', { name: 'Ngā pūrongo' })
  file_id = (await upload(network, ours.user.token, bytes, { name: 'a.bin', fields: { parent_file_id: folder.id } }))
    .data.id
})
afterAll(async () => {
  await network?.stop()
  rmSync(dir, { recursive: true })
})

/** Does what the server would do by itself while a backup is compared with the rows. */
async function settle() {
  await network.db.updateTable('alert_job').set({ due_at: sql`now()` }).execute()
  await network.server.gateway.alerting.drain()
  await network.server.delivery.drain()
  await followAll(network)
}

/** Runs `npm run db` with the settings of a server. */
async function db(args: string[], env: Record<string, string>) {
  const script = join(import.meta.dirname, '../../scripts/db.ts')
  return promisify(execFile)(process.execPath, [script, ...args], { env: { ...process.env, ...env } }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }) => ({ code, text: String(stderr) }),
  )
}

/** A checksum of each table's rows. */
async function fingerprint({ db }: Pick<Network, 'db'>) {
  const sums: Record<string, string> = {}
  for (const { name, columns } of tables) {
    const list = sql.join(Object.keys(columns).map((column) => sql.ref(column)))
    const { rows } = await sql<{
      row: string
    }>`select row(${list})::text as row from ${sql.table(name)} order by 1`.execute(db)
    sums[name] = `${rows.length} ${createHash('sha256')
      .update(rows.map(({ row }) => row).join('\n'))
      .digest('hex')}`
  }
  return sums
}
/** What a server writes by itself. */
const living = [
  'session',
  'gateway',
  'audit_log',
  'attempt',
  'guess',
  'installation',
  'sign_in_origin',
  'user_account',
  // A restore adds a link.
  'history_link',
]

it('backs up while the server runs, and restores the same rows, files and keys', async () => {
  const { port } = new URL(network.url)
  const database_url = network.server.database.kind === 'server' ? await urlOf() : ''
  const env = { DATA_DIR: network.data_dir, HTTP_PORT: port, HOST: '127.0.0.1', DATABASE_URL: database_url }
  const file = join(dir, 'backup.tar')
  const rights = await rightsOf(network, mechanic.token)
  expect(rights).toEqual({ trackers: 200, alerts: 403, files: 403, roles: [{ id: mechanic.role_id, ...role }] })
  expect(await db(['backup', file], env)).toMatchObject({ code: 0 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const { backed_up_at } = await network.db.selectFrom('installation').selectAll().executeTakeFirstOrThrow()
  expect(Date.parse(backed_up_at!)).toBeGreaterThan(Date.now() - 600_000)
  expect(await db(['backup', file], env)).toMatchObject({ code: 1, text: expect.stringContaining('exists') })
  const before = await fingerprint(network)
  const events = await eventsOf(network.db, ours.id, network.server.history)
  expect(events.length).toBeGreaterThan((await eventsOf(network.db, ours.id, null)).length + 20)

  const target = database_url ? await copyEmpty() : null
  const data_dir = join(dir, 'restored')
  const there = { DATA_DIR: data_dir, DATABASE_URL: target?.url ?? '' }
  const cut = join(dir, 'cut.tar')
  writeFileSync(cut, readFileSync(file).subarray(0, -60_000))
  expect(await db(['restore', cut], there)).toMatchObject({ code: 1, text: expect.stringContaining('not complete') })
  writeFileSync(cut, 'rubbish')
  expect(await db(['restore', cut], there)).toMatchObject({ code: 1, text: expect.stringContaining('no backup') })
  expect(await db(['restore', file], there)).toMatchObject({ code: 0, text: expect.stringContaining('1 contents') })
  expect(await db(['restore', file], there)).toMatchObject({ code: 1, text: expect.stringContaining('already') })

  const restored = await startNetwork({ ...there }, { existing: true })
  try {
    const after = await fingerprint(restored)
    for (const name of living) delete before[name]
    for (const name of living) delete after[name]
    expect(after).toEqual(before)
    const links = (one: Network) =>
      one.db.selectFrom('history_link').select(['number', 'kind', 'hash']).orderBy('number')
    const [kept, since] = [await links(network).execute(), await links(restored).execute()]
    expect(since).toEqual([...kept, { number: kept.length + 1, kind: 'restored', hash: expect.any(String) }])
    expect(readFileSync(join(data_dir, 'keys/ring.json'))).toEqual(
      readFileSync(join(network.data_dir, 'keys/ring.json')),
    )
    expect(await eventsOf(restored.db, ours.id, restored.server.history)).toEqual(events)
    // The session of before works, and the file opens.
    const response = await download(restored, ours.user.token, file_id)
    expect((await bytesOf(response)).equals(bytes)).toBe(true)
    expect((await restored.admin.create('tracker', { number: 'new one' })).status).toBe(201)
    expect(await rightsOf(restored, mechanic.token)).toEqual(rights)
  } finally {
    await restored.stop()
    await target?.drop()
  }
}, 300_000)

/** What a session opens, and the roles of the organisation. */
async function rightsOf({ url, db }: Network, token: string) {
  const statusOf = async (list: string) =>
    (await fetch(`${url}/api/v1/${list}`, { headers: { authorization: `Bearer ${token}` } })).status
  const roles = db.selectFrom('role').select(['id', 'name', 'base', 'areas']).where('organisation_id', '=', ours.id)
  return {
    trackers: await statusOf('trackers'),
    alerts: await statusOf('alerts'),
    files: await statusOf('files'),
    roles: await roles.execute(),
  }
}

/** The members of a backup: where their bytes begin, and how many they are. */
async function membersOf(tar: Buffer) {
  const members: { name: string; at: number; size: number }[] = []
  for await (const entry of Readable.from([tar]).pipe(extract()) as unknown as AsyncIterable<TarEntry>) {
    const { name, byteOffset: at, size } = entry.header
    members.push({ name, at, size })
    entry.resume()
  }
  return members
}
type TarEntry = Readable & { header: { name: string; size: number; byteOffset: number } }

it('checks every part of a backup, names what is damaged, and restores nothing of it', async () => {
  const { db: from, server } = network
  const source = { contents: server.contents, history: server.history, secret: 'x'.repeat(40) }
  const tar = await buffer(writeBackup(from, source) as unknown as Readable)
  const members = await membersOf(tar)
  const kinds = ['manifest.json', 'database/', 'files/', 'history/', 'keys/ring.json', 'secret', 'end.json']
  const check = (bytes: Buffer) => checkBackup(Readable.from([bytes]))
  expect(await check(tar)).toMatchObject({ members: members.length, contents: 1 })
  const file = join(dir, 'damaged.tar')
  for (const kind of kinds) {
    const { name, at, size } = members.find((one) => one.name.startsWith(kind))!
    // At its beginning, within, and at its end.
    for (const byte of [0, size >> 1, size - 1]) {
      const damaged = Buffer.from(tar)
      damaged[at + byte]! ^= 0x01
      await expect(check(damaged), `${name} ${byte}`).rejects.toThrow(name)
      writeFileSync(file, damaged)
    }
    // The head of a member.
    const damaged = Buffer.from(tar)
    damaged[at - 500]! ^= 0x01
    await expect(check(damaged), name).rejects.toThrow(/damaged/)
  }
  const end = members.at(-1)!
  for (const cut of [end.at + end.size - 1, end.at - 512, Math.floor(tar.length / 2), tar.length - 512]) {
    await expect(check(tar.subarray(0, cut))).rejects.toThrow(/not complete.*after its part/)
  }
  for (const more of ['x', 'x'.repeat(512), tar.subarray(0, 4096), Buffer.alloc(512)]) {
    await expect(check(Buffer.concat([tar, Buffer.from(more)]))).rejects.toThrow('something follows its closing record')
  }
  const data_dir = join(dir, 'untouched')
  const target = server.database.kind === 'server' ? await copyEmpty() : null
  const config = readConfig({ DATA_DIR: data_dir, DATABASE_URL: target?.url ?? '' })
  await expect(runRestore(file, config)).rejects.toThrow('its part end.json is not what was written')
  const opened = await openDatabase({ database_url: config.database_url, data_dir })
  const { rows } = await sql`select 1 from pg_class where relname = 'user_account'`.execute(opened.db)
  expect([rows, existsSync(join(data_dir, 'keys')), existsSync(join(data_dir, 'history'))]).toEqual([[], false, false])
  await opened.close()
  await target?.drop()

  // Of a release that wrote no digests.
  const { digests: _, sha256: __, ...old } = JSON.parse(String(tar.subarray(end.at, end.at + end.size)))
  const without = pack()
  const written = buffer(without as unknown as Readable)
  for (const { name, at, size } of members) {
    without.entry({ name }, name === 'end.json' ? JSON.stringify(old, null, 2) : tar.subarray(at, at + size))
  }
  without.finalize()
  expect(await check(await written)).toMatchObject({ digests: null, contents: 1 })
  writeFileSync(file, await written)
  expect(await db(['backup', '--check', file], {})).toMatchObject({
    code: 0,
    text: expect.stringContaining('Complete'),
  })
})

const moves = process.env.DATABASE === 'embedded' && process.env.TEST_DATABASE_URL !== undefined

it.runIf(moves)('moves an installation from the embedded database to a server', async () => {
  const { port } = new URL(network.url)
  const file = join(dir, 'embedded.tar')
  // By now the tracker has been offline for some time.
  await settle()
  const env = { DATA_DIR: network.data_dir, HTTP_PORT: port, HOST: '127.0.0.1', DATABASE_URL: '' }
  expect(await db(['backup', file], env)).toMatchObject({ code: 0 })
  const before = await fingerprint(network)
  const target = await copyEmpty()
  const there = { DATA_DIR: join(dir, 'moved'), DATABASE_URL: target.url }
  expect(await db(['restore', file], there)).toMatchObject({ code: 0, text: expect.stringContaining('1 contents') })
  const restored = await startNetwork(there, { existing: true })
  try {
    const after = await fingerprint(restored)
    for (const name of living) delete before[name]
    for (const name of living) delete after[name]
    expect(after).toEqual(before)
    const response = await download(restored, ours.user.token, file_id)
    expect((await bytesOf(response)).equals(bytes)).toBe(true)
  } finally {
    await restored.stop()
    await target.drop()
  }
})

async function urlOf(): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(network.db)
  const url = new URL(process.env.TEST_DATABASE_URL!)
  url.pathname = `/${rows[0]!.name}`
  return url.href
}

async function copyEmpty() {
  return copyTemplate('template1')
}
