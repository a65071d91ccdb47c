import { execFile } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fromBuffer } from 'yauzl'
import { hashOf } from '#db/history/chain/link.ts'
import type { Manifest } from '#db/history/evidence/evidence.ts'
import { sayEvidence, verifyEvidence } from '#db/history/evidence/verify.ts'
import type { Network } from '../../network.ts'
import { makeOrganisation, type Organisation, type Person } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'
import { closeThrough, makePartitionsOf } from './closing.ts'
import { dayOf, makeEvents, makeTracker, store, timeOn } from './events.ts'

const run = promisify(execFile)
const dir = mkdtempSync(join(tmpdir(), 'ringfence-evidence-'))
let network: Network
let ours: Organisation
let theirs: Organisation
let truck: number
let files: Map<string, Buffer>
let zip: Buffer

beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  truck = await makeTracker(network, ours, 'truck', ours.user.id)
  const van = await makeTracker(network, ours, 'van', null)
  const of = (tracker_id: number) => ({ organisation_id: ours.id, tracker_id, boundary_ids: [] })
  await makePartitionsOf(network, [7, 6, 5, 4])
  await store(network, makeEvents([of(truck), of(van)], [7, 6, 4], 21))
  await store(network, makeEvents([of(van)], [5], 3))
  await closeThrough(network, 4)
  // One that is merged into its day, and one that still waits.
  await late(6, 1)
  await closeThrough(network, 4)
  await late(4, 2)
  const answer = await ask(ours.administrator)
  expect(answer.statusCode, answer.body).toBe(200)
  zip = answer.rawPayload
  files = await unpack(zip)
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function late(days_ago: number, digest: number) {
  const [event] = makeEvents([{ organisation_id: ours.id, tracker_id: truck, boundary_ids: [] }], [days_ago], 1)
  await store(network, [{ ...event!, fix_at: timeOn(days_ago, 5e9), digest, late: true }])
}

const ask = ({ token }: Pick<Person, 'token'>, query: object = {}) =>
  network.server.api.app.inject({
    url: '/api/v1/tracker/evidence',
    query: { id: String(truck), from: dayOf(7), until: dayOf(3), ...query },
    headers: { authorization: `Bearer ${token}` },
  })

function unpack(bytes: Buffer): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  return new Promise((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (!zip) return reject(error)
      zip.on('end', () => resolve(found))
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (error, stream) => {
          if (!stream) return reject(error)
          const chunks: Buffer[] = []
          for await (const chunk of stream) chunks.push(chunk)
          found.set(entry.fileName, Buffer.concat(chunks))
          zip.readEntry()
        }),
      )
      zip.readEntry()
    }),
  )
}

const manifestOf = (of = files) => JSON.parse(of.get('manifest.json')!.toString()) as Manifest
/** A copy in which one file is another. */
function changed(name: string, change: (text: string) => string): Map<string, Buffer> {
  const copy = new Map(files)
  copy.set(name, Buffer.from(change(files.get(name)!.toString())))
  return copy
}
const problemsOf = (of: Map<string, Buffer>, expected = {}) =>
  verifyEvidence(of, expected).problems.map(({ problem, ...rest }) => [problem, ...Object.values(rest)].join(' '))

it('has all reports of the tracker, day by day, and says what it lacks', () => {
  const { manifest, problems, said, reports } = verifyEvidence(files)
  expect(problems).toEqual([])
  expect(manifest.days.map(({ state, reports, waiting }) => [state, reports, waiting])).toEqual([
    ['reports', 21, 0],
    ['reports', 22, 0],
    ['none', 0, 0],
    ['reports', 21, 1],
    ['open', 0, 0],
  ])
  expect(reports).toBe(64)
  expect(said).toMatchObject([{ kind: 'late', day: dayOf(6), change: { late: 1 } }])
  expect(files.get('reports.csv')!.toString().split('\n')).toHaveLength(66)
  expect(files.get('evidence.pdf')!.subarray(0, 5).toString()).toBe('%PDF-')
  // Others are in it as digests alone.
  expect([...files.values()].some((bytes) => bytes.includes('van'))).toBe(false)
})

it('tells what was changed apart', () => {
  const [first, second] = [dayOf(7), dayOf(6)]
  const name = `reports/${first}.jsonl`
  const other = changed(name, (text) => text.replace('"position"', '"elsewhere"'))
  expect(problemsOf(other)).toEqual([`file_changed ${name}`, `reports_changed ${first}`, 'csv'])
  expect(problemsOf(changed('reports.csv', (text) => text.replace('position', 'elsewhere')))).toEqual([
    'file_changed reports.csv',
    'csv',
  ])
  const without = new Map(files)
  without.delete(name)
  expect(problemsOf(without)).toEqual([`file_removed ${name}`, `reports_changed ${first}`, 'csv'])
  expect(problemsOf(new Map(files).set('note.txt', Buffer.from('x')))).toEqual(['file_added note.txt'])
  const cut = changed('manifest.json', (text) => {
    const manifest = JSON.parse(text) as Manifest
    return JSON.stringify({ ...manifest, days: manifest.days.filter(({ day }) => day !== second) })
  })
  expect(problemsOf(cut)).toEqual(['signature', `day_removed ${second}`, 'csv'])
  const chain = changed('chain.json', (text) => text.replace('closed', 'c1osed'))
  expect(problemsOf(chain)).toEqual(['file_changed chain.json', 'link_changed 1'])
  for (const problem of verifyEvidence(other).problems) expect(sayEvidence(problem as never)).toMatch(/\.$/)
})

it('is not forged with another key, also not by who forges all of it', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const day = dayOf(7)
  const name = `reports/${day}.jsonl`
  const forged = changed(name, (text) => text.replace('"position"', '"elsewhere"'))
  const manifest = manifestOf()
  const digest = hashOf(forged.get(name)!)
  manifest.days[0]!.parts[0]!.proof.digest = digest
  manifest.files[name] = digest
  forged.set('key.pem', Buffer.from(publicKey.export({ format: 'pem', type: 'spki' }) as string))
  manifest.files['key.pem'] = hashOf(forged.get('key.pem')!)
  forged.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  const key = createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }))
  forged.set('manifest.sig', sign(null, forged.get('manifest.json')!, key))
  expect(problemsOf(forged)).toEqual([`not_in_chain ${day}`, 'csv'])
  const { data } = await ours.user.client.call('GET', 'history/key', {})
  expect(verifyEvidence(files, { key: data.fingerprint }).problems).toEqual([])
  expect(problemsOf(forged, { key: data.fingerprint })[0]).toMatch(/^other_key/)
  expect(files.get('key.pem')!.toString()).toBe(data.key)
})

it('is verified by the command without a server, and by openssl', async () => {
  const path = join(dir, 'evidence.zip')
  writeFileSync(path, zip)
  const command = (file: string) =>
    run(process.execPath, ['scripts/db.ts', 'history', 'verify', '--export', file]).then(
      ({ stdout }) => ({ stdout, code: 0 }),
      ({ stdout, stderr, code }) => ({ stdout: `${stdout}${stderr}`, code }),
    )
  const whole = await command(path)
  expect(whole.stdout).toContain('It holds.')
  expect(whole.stdout).toContain('1 report has arrived late')
  expect(whole.code).toBe(0)
  for (const name of ['manifest.json', 'manifest.sig', 'key.pem']) writeFileSync(join(dir, name), files.get(name)!)
  const openssl = 'pkeyutl -verify -pubin -inkey key.pem -rawin -in manifest.json -sigfile manifest.sig'
  expect((await run('openssl', openssl.split(' '), { cwd: dir })).stdout).toContain('Verified Successfully')
  // No export at all, and half of one.
  writeFileSync(join(dir, 'half.zip'), zip.subarray(0, zip.length >> 1))
  expect(await command(join(dir, 'half.zip'))).toMatchObject({ code: 2 })
})

it('leaves the reports of private trips out', async () => {
  const { db } = network
  await sql`insert into private_trip (organisation_id, tracker_id, user_id, began_at, ended_at, hidden_until)
    values (${ours.id}, ${truck}, ${ours.user.id}, ${timeOn(7, 0)}, ${timeOn(7, 9e9)}, ${timeOn(7, 9e9)})`.execute(db)
  const own = await unpack((await ask(ours.administrator)).rawPayload)
  expect(verifyEvidence(own).problems).toEqual([])
  expect(manifestOf(own).days[0]).toMatchObject({ state: 'private', reports: 0, parts: [] })
  expect(own.has(`reports/${dayOf(7)}.jsonl`)).toBe(false)
  await sql`delete from private_trip where tracker_id = ${truck}`.execute(db)
})

it('is for administrators of the organisation, with a clear answer to a wrong question', async () => {
  expect((await ask(ours.user)).statusCode).toBe(403)
  expect((await ask(theirs.administrator)).statusCode).toBe(404)
  expect((await ask(ours.administrator, { until: dayOf(0) })).json()).toMatchObject({ field: 'until' })
  expect((await ask(ours.administrator, { from: dayOf(200) })).json().message).toContain('92 days')
  expect((await ask(ours.administrator, { from: dayOf(2), until: dayOf(1) })).json().message).toContain(
    `the last one is ${dayOf(4)}`,
  )
})
