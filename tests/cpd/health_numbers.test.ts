import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeBackup } from '#db/backup/write.ts'
import { type Network, startNetwork } from '../network.ts'
import { type College, day, makeCollege } from '../seeds/college.ts'

/** Valid test numbers of both forms: they begin with Z. */
const numbers = ['ZZZ0016', 'ZAC5361', 'ZBN77VL']
const refused = 'ZAC5362'

const GZIP = Buffer.from([0x1f, 0x8b, 8])

let network: Network
let college: College
let logged = ''

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => (logged += line) })
  network = await startNetwork({ LOG_LEVEL: 'trace' }, { log })
  college = await makeCollege(network, 'college')
})
afterAll(() => network.stop())

it('are in clear in no table, file, log or CSV of another person after all calls that take them', async () => {
  const { client } = college.trainee
  const { id: supervisor_user_id } = college.supervisor
  const ids: number[] = []
  for (const nhi of numbers) {
    const body = { date: day(-1), type: 'Ultrasound', nhi, supervisor_user_id, client_key: crypto.randomUUID() }
    ids.push((await client.create('procedure', body)).data.id)
  }
  await expect(client.create('procedure', { date: day(-1), type: 'CT', nhi: refused })).rejects.toMatchObject({
    status: 400,
    field: 'nhi',
  })
  const csv = `date,type,nhi\n${day(-2)},CT,${numbers[1]}\n${day(-2)},CT,${refused}`
  await client.call('POST', 'cpd/import', { kind: 'procedures', csv, preview: true })
  await client.call('POST', 'cpd/import', { kind: 'procedures', csv, skip_bad: true })
  await client.update('procedure', { id: ids[0]!, nhi: numbers[0]! })
  await client.call('POST', 'procedure/submit', { id: ids[0] })
  expect((await college.supervisor.client.call('POST', 'procedure/nhi', { id: ids[0] })).data.nhi).toBe(numbers[0])
  expect((await client.call('POST', 'procedures/nhi', { nhi: numbers[1] })).data.length).toBeGreaterThan(0)

  // What fails is logged with its reason.
  await sql`alter table file_evidence rename to elsewhere`.execute(network.db)
  const body = { date: day(-1), type: 'CT', nhi: numbers[0]!, evidence: [] }
  await expect(client.create('procedure', body)).rejects.toMatchObject({ status: 500 })
  await sql`alter table elsewhere rename to file_evidence`.execute(network.db)
  expect(logged).toContain('file_evidence')
  expectNone('the log', logged)
  for (const person of [college.administrator, college.supervisor]) {
    expectNone(`the CSV of ${person.username}`, await csvOf(person.token))
  }
  expectNone('the logbook', await csvOf(college.trainee.token, 'logbook'))
  await expectNoneInTables()
  const saved = await backup()
  expect(saved).toContain('Ultrasound')
  expectNone('a backup', saved)
  // The embedded database's files and its log of writes; with a PostgreSQL the keys and stored files.
  expectNoneInFiles(network.data_dir)
})

async function csvOf(token: string, format = 'csv'): Promise<string> {
  const response = await fetch(`${network.url}/api/v1/procedures?format=${format}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status).toBeOneOf([200, 260])
  return response.text()
}

async function backup(): Promise<string> {
  const { db, server } = network
  const chunks: Buffer[] = []
  for await (const chunk of writeBackup(db, { contents: server.contents, history: server.history, secret: 'a secret' }))
    chunks.push(chunk as Buffer)
  return unpacked(Buffer.concat(chunks))
}

/** Tables in a backup are compressed, each an entry of its own. */
function unpacked(tar: Buffer): string {
  const texts = [tar.toString('latin1')]
  for (let at = tar.indexOf(GZIP); at >= 0; at = tar.indexOf(GZIP, at + 1)) {
    texts.push(gunzipSync(tar.subarray(at), { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1'))
  }
  return texts.join('\n')
}

/** What a dump has: each row of each table, as text. */
async function expectNoneInTables(): Promise<void> {
  const tables = await network.db.introspection.getTables()
  expect(tables.map(({ name }) => name)).toContain('procedure')
  for (const { name, schema } of tables) {
    if (schema !== 'public') continue
    const rows = await network.db
      .selectFrom(name as 'procedure')
      .selectAll()
      .execute()
    expectNone(`the table ${name}`, JSON.stringify(rows))
  }
}

function expectNoneInFiles(folder: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(0)
  let sees_rows = false
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    const text = readFileSync(path, 'latin1')
    sees_rows ||= text.includes('Ultrasound')
    expectNone(path, text)
  }
  expect(sees_rows).toBe(process.env.DATABASE !== 'server')
}

function expectNone(where: string, text: string): void {
  expect(
    [...numbers, refused].filter((nhi) => text.includes(nhi)),
    where,
  ).toEqual([])
}
