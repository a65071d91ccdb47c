import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createClient } from '#api/client.ts'
import { readZip } from '../files/unzipped.ts'
import { upload } from '../files/uploads.ts'
import { makeZip } from '../files/zips.ts'
import { connectLive, type Network, signIn } from '../network.ts'
import { type College, day, makeCollege, relate, switchFeatures } from '../seeds/college.ts'
import { makeOrganisation, makePerson, PASSWORD, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

/** In every text, name and byte of a private record. */
const MARK = 'zqxMark'
const NHI = 'ZAC5361'
/** In the name of evidence that is not private. */
const PLAIN = 'plain-evidence'
const PASSPHRASE = 'a long passphrase'

let network: Network
let college: College
let viewers: Record<string, string | null>
/** Ids that `GET` routes of one row and of files are tried with, by the route. */
const ids: Record<string, number[]> = {}
const files = { private: 0, later: 0, both: 0, case: 0, plain: 0 }
let root: number
let folder: number
let zipped: number
let public_url: string
let attachment_id: number

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'college')
  await switchFeatures(network, college.id, ['tracking', 'files', 'cpd', 'billing'])
  viewers = await makeViewers()
  await record()
})

describe('private evidence', () => {
  it('is named and shown by no answer of any GET route to others', async () => {
    for (const [who, token] of Object.entries(viewers)) {
      for (const [url, text] of await answersOf(token, most.includes(who)))
        expect(leakOf(text), `${who}: GET ${url}`).toBe(null)
    }
  }, 300_000)

  it('is shown to its person by the same routes', async () => {
    const texts = (await answersOf(college.trainee.token)).map(([, text]) => text).join('\n')
    for (const name of ['later', 'both', 'case', 'private']) expect(texts).toContain(`${MARK}-${name}.txt`)
  }, 60_000)

  it('cannot be read, changed, zipped, shared or attached by others', async () => {
    const tried = Object.values(files).filter((id) => id !== files.plain)
    for (const who of ['administrator', 'platform administrator', 'impersonator of the trainee', 'unproved trainee']) {
      for (const id of tried) {
        for (const [method, path, payload] of writesOf(id)) {
          const { statusCode, body } = await call(viewers[who]!, method, path, payload)
          expect([403, 404], `${who}: ${method} ${path} ${body}`).toContain(statusCode)
          expect(leakOf(body)).toBe(null)
        }
      }
    }
  })

  it('is left out of downloads, zips and counts of its folder', async () => {
    for (const who of ['administrator', 'impersonator of the trainee']) {
      const token = viewers[who]!
      const { rawPayload } = await call(token, 'POST', `file/${root}/download`)
      const names = await textOf(rawPayload, 'application/zip')
      expect(leakOf(names), who).toBe(null)
      expect(names).toContain(PLAIN)
      const client = createClient({ base: network.url, token: () => token, retries: 0 })
      const { data } = await client.call('POST', 'file/zip', { ids: [root] })
      const made = await call(token, 'POST', `file/${await resultOf(token, data.id)}/download`)
      expect(made.statusCode).toBe(200)
      expect(leakOf(await textOf(made.rawPayload, 'application/zip')), who).toBe(null)
      const shown = (await call(token, 'GET', `file?id=${folder}`)).json().data
      expect(shown.items).toBe(0)
    }
    expect((await call(college.trainee.token, 'GET', `file?id=${folder}`)).json().data.items).toBe(1)
  })

  it('is opened by the trainee for a supervisor, and not for one who acts as them', async () => {
    const open = (token: string) =>
      call(token, 'POST', `cpd/evidence/devactivity/${ids.devactivity![0]}/${files.private}/view`, {})
    expect((await open(college.supervisor.token)).statusCode).toBe(404)
    await college.trainee.client.update('userrelationship', { id: college.relationship_id, may_read_private: true })
    expect((await open(college.supervisor.token)).statusCode).toBe(200)
    expect((await open(viewers['impersonator of the supervisor']!)).statusCode).toBe(404)
    await college.trainee.client.update('userrelationship', { id: college.relationship_id, may_read_private: false })
  })

  it('ends its public link, which does not come back', async () => {
    const path = public_url.slice(public_url.indexOf('/api/v1/') + 8)
    expect((await call(null, 'GET', path)).statusCode).toBe(469)
    const trainee = college.trainee.client
    await expect(
      trainee.call('POST', 'file/share', { id: files.later, public_until: new Date(Date.now() + 1e7).toISOString() }),
    ).rejects.toMatchObject({ status: 476 })
    await trainee.update('devactivity', { id: ids.devactivity![2]!, private: false })
    expect((await call(null, 'GET', path)).statusCode).toBe(469)
    expect((await call(viewers.administrator!, 'GET', `file?id=${files.later}`)).statusCode).toBe(200)
    await trainee.update('devactivity', { id: ids.devactivity![2]!, private: true })
    expect((await call(viewers.administrator!, 'GET', `file?id=${files.later}`)).statusCode).toBe(404)
  })

  it('is not named by live updates of jobs, which those who act as its person get, too', async () => {
    const zip = makeZip([{ name: `../${MARK}-inside.txt` }])
    const { data: file } = await upload(network, college.trainee.token, zip, { name: `${MARK}-hostile.zip` })
    await college.trainee.client.create('devactivity', { completed_on: day(-1), private: true, evidence: [file.id] })
    const live = await connectLive(network, { token: viewers['impersonator of the trainee'] })
    const { data: job } = await college.trainee.client.call('POST', 'file/unzip', { id: file.id })
    await live.receive('job', ({ id, state }) => id === job.id && state === 'failed')
    live.stop()
    expect((await college.trainee.client.read('job', job.id)).data.error_message).toContain(MARK)
    expect(leakOf(JSON.stringify(live.received))).toBe(null)
  })

  it('leaves what it was attached to', async () => {
    expect((await call(viewers.staff!, 'POST', `attachment/${attachment_id}/download`)).statusCode).toBe(404)
    expect((await call(college.trainee.token, 'POST', `attachment/${attachment_id}/download`)).statusCode).toBe(200)
  })

  it('keeps a folder of its person from being given away or deleted by others, without saying why', async () => {
    const administrator = college.administrator.client
    const others = (await administrator.create('file', { name: 'Elsewhere' })).data.id
    const tried = [
      () => administrator.call('DELETE', 'file', { id: folder, forever: true }),
      () => administrator.update('file', { id: folder, parent_file_id: others }),
    ]
    for (const request of tried)
      await expect(request()).rejects.toMatchObject({ status: 476, message: /only its owner/i })
  })
})

describe('an impersonator', () => {
  it('does not submit cases or record activities in the name of the person', async () => {
    const token = viewers['impersonator of the trainee']!
    const { data: drafted } = await college.trainee.client.create('procedure', { date: day(-1) })
    const { data: draft } = await college.trainee.client.create('devactivity', { target: 'Draft', state: 'draft' })
    const tried: [string, object][] = [
      ['procedure/submit', { id: drafted.id }],
      ['devactivity', { id: draft.id, state: 'recorded' }],
      ['cpd/import', { kind: 'activities', csv: `target,hours,completed_on\nImported,1,${day(-1)}` }],
    ]
    for (const [path, body] of tried) expect((await call(token, 'POST', path, body)).statusCode, path).not.toBe(261)
    expect((await call(token, 'PUT', 'devactivity', { target: 'x' })).statusCode).toBe(403)
    const { data } = await college.trainee.client.list('devactivity', { search: 'Imported' })
    expect(data).toEqual([])
  })
})

async function makeViewers(): Promise<Record<string, string | null>> {
  const { trainee, supervisor, administrator } = college
  const other = await makeOrganisation(network, 'other')
  await switchFeatures(network, other.id, ['tracking', 'files', 'cpd'])
  const member = (name: string) => makePerson(network, name, college.id, 'User')
  const related = async (kind: string, more = {}) => {
    const person = await member(`a-${kind}-${Object.keys(more)}`.toLowerCase())
    await relate(network, { organisation: college, trainee, other: person, kind, ...more })
    return person.token
  }
  const impersonate = async ({ id }: Person) =>
    (await network.admin.call('POST', 'user/impersonate', { id })).data.token as string
  const unproved = await signIn(network.url, trainee.username, PASSWORD)
  const sid = JSON.parse(Buffer.from(unproved.split('.')[1]!, 'base64url').toString()).sid
  await network.db.updateTable('session').set({ proved: false }).where('id', '=', sid).execute()
  return {
    administrator: administrator.token,
    'administrator of another organisation': other.administrator.token,
    'platform administrator': network.token,
    staff: college.staff.token,
    customer: college.customer.token,
    'unrelated trainee': (await member('another-trainee')).token,
    'unrelated supervisor': other.user.token,
    'former supervisor': await related('supervisor', { state: 'ended' }),
    'current supervisor': supervisor.token,
    educator: await related('educator'),
    provider: await related('provider'),
    peer: await related('peer'),
    'impersonator of the trainee': await impersonate(trainee),
    'impersonator of the supervisor': await impersonate(supervisor),
    'impersonator of the administrator': await impersonate(administrator),
    'unproved trainee': unproved,
    stranger: null,
  }
}

/** Records of the trainee, with marks in whatever is private. */
async function record(): Promise<void> {
  const { trainee, administrator } = college
  const { client } = trainee
  await administrator.client.create('devcycle', { name: 'Cycle', start: day(-40), end: day(40) })
  const plan_id = (await client.call('GET', 'devplans/current')).data[0].id
  const goal = (await client.create('devgoal', { devplan_id: plan_id, description: 'Goal' })).data.id
  await client.create('devgoalprogress', { devgoal_id: goal, percent: 5, text: `${MARK} progress`, private: true })
  root = (await client.call('GET', 'files/usage')).data.root_file_id
  folder = (await client.create('file', { name: 'Folder' })).data.id
  const put = async (name: string, fields = {}) =>
    (await upload(network, trainee.token, `${MARK} bytes of ${name}`, { name: `${MARK}-${name}.txt`, fields })).data.id
  files.private = await put('private', { parent_file_id: folder })
  files.later = await put('later')
  files.both = await put('both')
  files.case = await put('case')
  files.plain = (await upload(network, trainee.token, 'plain bytes', { name: `${PLAIN}.txt` })).data.id
  const texts = { target: `${MARK} title`, learnings: `${MARK} learnt`, motivation: `${MARK} why`, hours: 1 }
  const activity = async (body: object) =>
    (await client.create('devactivity', { completed_on: day(-1), hours: 1, ...body })).data.id
  const tracker = (await client.create('tracker', { number: 'T1', name: 'Tracker' })).data.id
  attachment_id = (await client.create('attachment', { tracker_id: tracker, file_id: files.later })).data.id
  const until = new Date(Date.now() + 3600_000).toISOString()
  const shared = await client.call('POST', 'file/share', { id: files.later, public_until: until })
  public_url = shared.data.public_url
  ids.devactivity = [
    await activity({ ...texts, private: true, evidence: [files.private, files.both] }),
    await activity({ target: 'Open', evidence: [files.both, files.plain] }),
    await activity({ ...texts, evidence: [files.later] }),
  ]
  ids.procedure = [
    (
      await client.create('procedure', {
        date: day(-1),
        nhi: NHI,
        evidence: [files.case],
        supervisor_user_id: administrator.id,
      })
    ).data.id,
  ]
  zipped = await jobOf('file/zip', { ids: [files.later, files.private] })
  await jobOf('file/encrypt', { ids: [files.later], passphrase: PASSPHRASE })
  await jobOf('file/unzip', { id: zipped })
  // It was none of their business before, either.
  await client.update('devactivity', { id: ids.devactivity[2]!, private: true })
  await client.call('POST', 'procedure/submit', { id: ids.procedure[0] })
  await client.call('POST', 'devplan/submit', { id: plan_id })
  const stored = network.db.selectFrom('file').select('id').where('evidence_copies', 'is not', null)
  ids.file = [...Object.values(files), ...(await stored.execute()).map(({ id }) => id)].slice(0, 8)
  ids.job = (await network.db.selectFrom('job').select('id').execute()).map(({ id }) => id)
  ids.attachment = [attachment_id]
  ids.devplan = [plan_id]
}

async function jobOf(path: string, body: object): Promise<number> {
  const { trainee } = college
  const { data } = await trainee.client.call('POST', path as 'file/zip', body as never)
  return resultOf(trainee.token, data.id)
}

async function resultOf(token: string, id: number): Promise<number> {
  const job = async () => (await call(token, 'GET', `job?id=${id}`)).json().data
  await vi.waitFor(async () => expect((await job()).state).toBe('done'), { timeout: 30_000, interval: 100 })
  return (await job()).result_file_id
}

/**
 * The GET routes of the OpenAPI document, as far as they answer: lists as JSON and CSV, rows by their ids.
 *
 * @param is_all also those that have nothing to do with records or files
 */
async function answersOf(token: string | null, is_all = false): Promise<[string, string][]> {
  const paths = network.server.api.app.swagger().paths as Record<string, { get?: Operation }>
  const answers: [string, string][] = []
  for (const [path, { get }] of Object.entries(paths)) {
    const name = path.replace('/api/v1/', '')
    if (!get || !path.startsWith('/api/v1/') || name.includes('{') || skipped.includes(name)) continue
    const is_near = near.test(name)
    if (!is_near && !is_all) continue
    for (const query of queriesOf(name, get).slice(0, is_near ? undefined : 1)) {
      const url = `${name}?${new URLSearchParams(query)}`
      const { statusCode, rawPayload, headers } = await call(token, 'GET', url)
      expect(statusCode, url).not.toBe(500)
      answers.push([url, await textOf(rawPayload, String(headers['content-type']))])
    }
  }
  return answers
}

function queriesOf(name: string, { parameters = [] }: Operation): Record<string, string>[] {
  const has = (parameter: string) => parameters.some((one) => one.name === parameter)
  const needs = parameters.filter(({ required }) => required).map((one) => one.name)
  if (needs.includes('id')) return (ids[name] ?? [1]).map((id) => ({ id: String(id) }))
  const query: Record<string, string> = {
    ...(has('organisation_id') && { organisation_id: String(college.id) }),
    ...(has('user_id') && { user_id: String(college.trainee.id) }),
    ...(has('plan_id') && { plan_id: String(ids.devplan![0]) }),
    ...(has('from') && needs.includes('from') && { from: '2026-01-01T00:00:00Z' }),
  }
  return [
    query,
    ...(has('format') ? [{ ...query, format: 'csv' }] : []),
    ...(has('search') ? [{ ...query, search: MARK }] : []),
    ...(name === 'files' ? [{ deleted: 'true' }, { hidden: 'true' }, { shared: 'false' }] : []),
  ]
}

/** Whose roles are widest. */
const most = ['administrator', 'platform administrator', 'impersonator of the trainee']
const near =
  /^(file|folders|job|attachment|dev|procedure|cpd|user\/data|organisation\/data|message|notification|auditlog|overview|tasks)/
/** Backups are the operator's. */
const skipped = ['backup']
type Operation = { parameters?: { name: string; required?: boolean }[] }

const writesOf = (id: number): [method: Method, path: string, payload?: object][] => [
  ['GET', `file?id=${id}`],
  ['POST', `file/${id}/download`],
  ['POST', `file/${id}/view`],
  ['POST', `file/${files.plain}/download`, { ids: [id] }],
  ['POST', 'file', { id, name: 'renamed.txt' }],
  ['DELETE', 'file', { id }],
  ['POST', 'file/zip', { ids: [id] }],
  ['POST', 'file/unzip', { id }],
  ['POST', 'file/encrypt', { ids: [id], passphrase: PASSPHRASE }],
  ['POST', 'file/decrypt', { id, passphrase: PASSPHRASE }],
  ['POST', 'file/share', { id, public_until: new Date(Date.now() + 1e7).toISOString() }],
  ['PUT', 'attachment', { file_id: id, tracker_id: 1 }],
]

function call(token: string | null, method: Method, path: string, payload?: object) {
  return network.server.api.app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(payload && { payload }),
  })
}
type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/** Texts of an answer; of a zip its names and contents. */
async function textOf(payload: Buffer, type: string): Promise<string> {
  if (!type.startsWith('application/zip')) return payload.toString('latin1')
  return (await readZip(payload)).map((entry) => `${entry.path}\n${entry.text}`).join('\n')
}

/** What is around a mark, so that a failure shows where it is. */
function leakOf(text: string): string | null {
  const at = [MARK, NHI].map((mark) => text.indexOf(mark)).find((found) => found >= 0)
  return at === undefined ? null : text.slice(Math.max(0, at - 200), at + 60)
}
