import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../network.ts'
import { type College, day, makeCollege, relate } from '../seeds/college.ts'
import { makePerson, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let college: College
let other: Person
let cpd_epa_id: number

const levels = ['Watches', 'Does it with help', 'Does it with help close by', 'Does it alone', 'Supervises others']

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'assessments')
  other = await makePerson(network, 'assessments-other', college.id, 'User')
  await relate(network, { organisation: college, trainee: college.trainee, other })
  const required = { required_level: 4, required_times: 2, required_assessors: 2 }
  const body = { organisation_id: college.id, code: 'EPA 1', name: 'Consent', levels, ...required }
  cpd_epa_id = (await college.administrator.client.create('cpdepa', body)).data.id
})

const ask = async (more: object) =>
  (await college.trainee.client.create('cpdassessment', { cpd_epa_id, observed_on: day(-1), ...more } as never)).data
const assess = (id: number, level: number, { client }: Person) =>
  client.act('POST cpdassessment/assess', { id, level, text: 'Calm' })
async function call(path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`${network.url}/api/v1/cpdassessment/${path}`, request)
  return { status: response.status, ...(await response.json()) }
}
const progress = async ({ client }: Person) =>
  (await client.act('GET cpdassessments/progress', { organisation_id: college.id })).data.cells

it('is made by the supervisor who was asked, once, and never by the trainee', async () => {
  const { id } = await ask({ assessor_user_id: college.supervisor.id, request: 'Ward round' })
  const refused = (work: Promise<unknown>, more: object) => expect(work).rejects.toMatchObject(more)
  await refused(assess(id, 5, college.trainee), { status: 403 })
  await refused(assess(id, 5, college.administrator), { status: 403 })
  await refused(assess(id, 5, other), { status: 404 })
  await refused(ask({ assessor_user_id: college.supervisor.id, level: 5 }), { status: 403, field: 'level' })
  await refused(ask({}), { status: 400, field: 'assessor_user_id' })
  await refused(ask({ assessor_user_id: college.administrator.id }), { status: 404, field: 'assessor_user_id' })
  await refused(ask({ assessor_user_id: college.supervisor.id, observed_on: day(2) }), { field: 'observed_on' })
  expect((await college.supervisor.client.list('cpdassessment', { waiting: true })).info.total).toBe(1)
  expect((await assess(id, 4, college.supervisor)).data).toMatchObject({ level: 4, may_assess: false })
  await refused(assess(id, 2, college.supervisor), { status: 409 })
  await refused(college.trainee.client.remove('cpdassessment', id), { status: 476 })
  await refused(college.administrator.client.update('cpdepa', { id: cpd_epa_id, levels: levels.toReversed() }), {
    status: 476,
  })
})

it('is made by who has the link, without an account, once', async () => {
  const own = (await network.db
    .selectFrom('user_account')
    .select('email')
    .where('id', '=', college.trainee.id)
    .executeTakeFirstOrThrow())!.email
  await expect(ask({ assessor_email: own })).rejects.toMatchObject({ field: 'assessor_email' })
  const { id } = await ask({ assessor_email: 'nurse@assessments.example' })
  const mails = network.db.selectFrom('message').select('text').where('recipients', '=', 'nurse@assessments.example')
  expect((await mails.executeTakeFirstOrThrow()).text).not.toContain('/app/assessment#')
  const token = 'token-of-nurse@assessments.example'
  await sql`update cpd_assessment set token_sha256 = ${hash('sha256', token)} where id = ${id}`.execute(network.db)
  expect((await call('request', { token })).data).toMatchObject({ epa: 'EPA 1 Consent', levels, assessed: false })
  expect(await call('answer', { token, level: 6, name: 'Nurse' })).toMatchObject({ status: 400, field: 'level' })
  const both = await Promise.all([4, 2].map((level) => call('answer', { token, level, name: 'Nurse' })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await call('request', { token })).data.assessed).toBe(true)
  expect(await call('answer', { token: 'token-of-nobody-at-all', level: 1, name: 'x' })).toMatchObject({ status: 404 })
  // Whose address it is was the trainee's to say.
  expect(await progress(college.trainee)).toMatchObject([{ latest: 4, times: 1, assessors: 1 }])
  await network.db.deleteFrom('cpd_assessment').where('id', '=', id).execute()
})

it('adds up to progress, which asks for several assessors', async () => {
  const seen = { cpd_epa_id, user_id: college.trainee.id, observed_on: day(0), level: 5 }
  await college.supervisor.client.create('cpdassessment', seen)
  expect(await progress(college.trainee)).toMatchObject([{ latest: 5, times: 2, assessors: 1, reached: false }])
  await other.client.create('cpdassessment', { ...seen, observed_on: day(-3), level: 4 })
  const cells = await progress(college.administrator)
  expect(cells).toMatchObject([{ latest: 5, highest: 5, times: 3, assessors: 2, reached: true }])
  expect(cells[0]!.assessments.map(({ level }) => level)).toEqual([4, 4, 5])
  const stranger = await makePerson(network, 'assessments-stranger', college.id, 'User')
  expect(await progress(stranger)).toEqual([])
  await expect(stranger.client.create('cpdassessment', seen)).rejects.toMatchObject({ status: 404, field: 'user_id' })
})

it('is a requirement of a standard, which dashboard, matrix and report count', async () => {
  const { administrator, trainee, supervisor } = college
  const level = (options: object) => ({ code: 'consent', kind: 'level_min' as const, amount: 2, options })
  const create = (rule: object) =>
    administrator.client.create('cpdstandard', {
      code: 'levels',
      name: 'Levels',
      publish: true,
      rules: [rule],
    } as never)
  for (const options of [{ level: 4 }, { epa_code: 'EPA 9', level: 4 }, { epa_code: 'EPA 1', level: 6 }]) {
    await expect(create(level(options))).rejects.toMatchObject({ status: 400, field: 'rules' })
  }
  const { data: standard } = await create(level({ epa_code: 'EPA 1', level: 4, assessors: 2 }))
  const cycle = { name: 'Levels', start: day(-300), end: day(300), cpd_standard_id: standard.id }
  const { data: made } = await administrator.client.create('devcycle', cycle)
  const cells = async () => (await administrator.client.act('GET cpd/matrix', { cycle_id: made.id })).data
  const numbersOf = async () => {
    const { people, columns } = await cells()
    return { column: columns[0], cell: people.find(({ user_id }) => user_id === trainee.id)!.cells[0] }
  }
  const before = await numbersOf()
  expect(before.column).toMatchObject({ short: 'EPA 1 ≥ 4', unit: 'items' })
  const third = await makePerson(network, 'assessments-third', college.id, 'User')
  await relate(network, { organisation: college, trainee, other: third })
  const body = { cpd_epa_id, observed_on: day(-1), user_id: trainee.id, level: 5 }
  for (const { client } of [supervisor, third]) await client.create('cpdassessment', body)
  const { data } = await trainee.client.call('GET', 'cpd/stats', { cycle_id: made.id })
  expect(data.lines[0]).toMatchObject({ kind: 'level_min', required: 2, met: true })
  expect(data.lines[0]!.sentence).toMatch(/^EPA 1 consent at level 4 or above, 2 times by at least 2 assessors: \d by/)
  // What was kept for the matrix is counted again.
  expect((await numbersOf()).cell).toMatchObject({ met: true, required: 2 })
  const inUse = { status: 476 }
  await expect(administrator.client.update('cpdepa', { id: cpd_epa_id, code: 'EPA 2' })).rejects.toMatchObject(inUse)
  await expect(administrator.client.remove('cpdepa', cpd_epa_id)).rejects.toMatchObject(inUse)
})
