import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tables } from '#db/tables/index.ts'
import { addEvents, archiveOf, atOnce, eventsOf } from '../db/history/days.ts'
import { box, copyTemplate, type Network, startNetwork, startTracker } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { bytesOf, download, upload } from './uploads.ts'

let network: Network
let ours: Organisation
const dir = mkdtempSync(join(tmpdir(), 'ringfence-backup-'))
const bytes = randomBytes(300_000)
let file_id: number
beforeAll(async () => {
  network = await startNetwork()
  ours = await makeOrganisation(network, 'ours')
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
  const { data: folder } = await ours.user.client.create('file', { name: 'Ngā pūrongo' })
  file_id = (await upload(network, ours.user.token, bytes, { name: 'a.bin', fields: { parent_file_id: folder.id } }))
    .data.id
})
afterAll(async () => {
  await network?.stop()
  rmSync(dir, { recursive: true })
})

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
const living = ['session', 'gateway', 'audit_log', 'attempt', 'guess', 'sign_in_origin', 'user_account']

it('backs up while the server runs, and restores the same rows, files and keys', async () => {
  const { port } = new URL(network.url)
  const database_url = network.server.database.kind === 'server' ? await urlOf() : ''
  const env = { DATA_DIR: network.data_dir, HTTP_PORT: port, HOST: '127.0.0.1', DATABASE_URL: database_url }
  const file = join(dir, 'backup.tar')
  expect(await db(['backup', file], env)).toMatchObject({ code: 0 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
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
    expect(readFileSync(join(data_dir, 'keys/ring.json'))).toEqual(
      readFileSync(join(network.data_dir, 'keys/ring.json')),
    )
    expect(await eventsOf(restored.db, ours.id, restored.server.history)).toEqual(events)
    // The session of before works, and the file opens.
    const response = await download(restored, ours.user.token, file_id)
    expect((await bytesOf(response)).equals(bytes)).toBe(true)
    expect((await restored.admin.create('tracker', { number: 'new one' })).status).toBe(201)
  } finally {
    await restored.stop()
    await target?.drop()
  }
})

const moves = process.env.DATABASE === 'embedded' && process.env.TEST_DATABASE_URL !== undefined

it.runIf(moves)('moves an installation from the embedded database to a server', async () => {
  const { port } = new URL(network.url)
  const file = join(dir, 'embedded.tar')
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
