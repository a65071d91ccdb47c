import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { sendCpdReminders } from '#api/cpd/reminders.ts'
import { transact } from '#api/crud/transact.ts'
import type { Network } from '../network.ts'
import { type College, day, makeCollege } from '../seeds/college.ts'
import { makePerson, type Person } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let college: College
let first: Person
let second: Person
let rotation_id: number

/** A rotation of 40 days that has ended: the second has supervised its last 20 days. */
beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'rotations')
  first = await makePerson(network, 'rotations-first', college.id, 'User')
  second = await makePerson(network, 'rotations-second', college.id, 'User')
  const { data } = await college.administrator.client.create('cpdrotation', {
    ...rotation(-60, -21),
    user_id: college.trainee.id,
    supervisor_user_id: first.id,
  })
  rotation_id = data.id
  await supervise({ supervisor_user_id: second.id, from: day(-40) })
  await accept(first)
  await accept(second)
})

const rotation = (from: number, to: number, more: object = {}) => ({
  organisation_id: college.id,
  place: 'Ward 7',
  specialty: 'Cardiology',
  begins: day(from),
  ends: day(to),
  ...more,
})
const supervise = (body: { supervisor_user_id: number; from?: string }, { client } = college.administrator) =>
  client.act('POST cpdrotation/supervise', { id: rotation_id, ...body })
async function accept({ client }: Person) {
  const { data } = await client.list('userrelationship', { waiting: true })
  for (const { id } of data) await client.update('userrelationship', { id, state: 'accepted' })
}
const casesOf = async ({ client }: Person) => (await client.list('procedure', { sort: 'id' })).data
async function makeCase(offset: number, nhi: string | null = null) {
  const { client } = college.trainee
  const { data } = await client.create('procedure', {
    date: day(offset),
    nhi,
    supervisor_user_id: college.supervisor.id,
  })
  await client.act('POST procedure/submit', { id: data.id })
  return data
}

it('gives each supervisor what is dated in their days, also later, and nothing else', async () => {
  const cases = [await makeCase(-50), await makeCase(-30), await makeCase(-10)]
  const ids = cases.map(({ id }) => id)
  expect((await casesOf(first)).map(({ id }) => id)).toEqual([ids[0]])
  expect((await casesOf(second)).map(({ id }) => id)).toEqual([ids[1]])
  expect((await casesOf(college.supervisor)).map(({ id }) => id)).toEqual(ids)
  expect((await casesOf(first))[0]).toMatchObject({ rotation: 'Ward 7, Cardiology', may_approve: true })
  expect((await casesOf(college.supervisor))[2]!.rotation).toBeNull()
  const { client } = college.trainee
  for (const [offset, reader] of [
    [-41, first],
    [-40, second],
    [-21, second],
  ] as const) {
    const target = `On ${offset}`
    await client.create('devactivity', { target, hours: 1, completed_on: day(offset) })
    expect((await reader.client.list('devactivity', { search: target })).data).toMatchObject([{ target }])
  }
  expect((await first.client.list('devactivity')).info.total).toBe(1)
  // What sums a whole cycle, and what has no day once the rotation is over, is not theirs.
  await expect(first.client.act('GET cpd/stats', { user_id: college.trainee.id })).rejects.toMatchObject({
    status: 404,
  })
  await client.create('devqualification', { type: 'CPR', name: 'CPR' })
  expect((await second.client.list('devqualification')).info.total).toBe(0)
  await second.client.act('POST procedure/approve', { id: ids[1]! })
  await expect(second.client.act('POST procedure/approve', { id: ids[2]! })).rejects.toMatchObject({ status: 404 })
})

it('opens the health number of a case to the supervisor of its rotation only', async () => {
  const { id } = await makeCase(-25, 'ZAC5361')
  const open = ({ client }: Person) => client.act('POST procedure/nhi', { id })
  expect((await open(second)).data.nhi).toBe('ZAC5361')
  await expect(open(college.supervisor)).rejects.toMatchObject({ status: 403 })
  await expect(open(first)).rejects.toMatchObject({ status: 404 })
  const outside = await makeCase(-5, 'ZAC5361')
  expect((await college.supervisor.client.act('POST procedure/nhi', { id: outside.id })).data.nhi).toBe('ZAC5361')
})

it('refuses rotations that overlap, and what is not the person’s to change', async () => {
  const { client } = college.trainee
  const refused = (body: object, more: object) =>
    expect(client.create('cpdrotation', body as never)).rejects.toMatchObject(more)
  await refused(rotation(-21, 5), { status: 409, field: 'begins', message: expect.stringContaining('Ward 7') })
  await refused(rotation(5, 4), { status: 400, field: 'ends' })
  await refused(rotation(5, 9, { percent: 0 }), { status: 400, field: 'percent' })
  await refused(rotation(5, 9, { user_id: first.id }), { status: 404, field: 'user_id' })
  await refused(rotation(5, 9, { supervisor_user_id: college.trainee.id }), {
    status: 400,
    field: 'supervisor_user_id',
  })
  await expect(client.update('cpdrotation', { id: rotation_id, ends: day(0) })).rejects.toMatchObject({ status: 403 })
  await expect(supervise({ supervisor_user_id: first.id }, college.trainee)).rejects.toMatchObject({ status: 403 })
  await expect(supervise({ supervisor_user_id: first.id, from: day(-20) })).rejects.toMatchObject({ field: 'from' })
  const { data: theirs } = await second.client.list('userrelationship')
  await expect(second.client.update('userrelationship', { id: theirs[0]!.id, ends: day(9) })).rejects.toMatchObject({
    status: 476,
    field: 'ends',
  })
  const both = await Promise.allSettled([5, 6].map((from) => client.create('cpdrotation', rotation(from, from + 9))))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('asks for its assessment before its end and after it, until one is submitted', async () => {
  const admin = college.administrator.client
  const fields = [{ name: 'level', label: 'Level', kind: 'scale', min: 1, max: 5, required: true }]
  const made = { organisation_id: college.id, name: 'End of rotation', fields, filled_by: 'supervisor' }
  const { data: template } = await admin.create('devformtemplate', made as never)
  await admin.update('devformtemplate', { id: template.id, state: 'published' } as never)
  const remind = () => transact(network.server.api.context, (trx) => sendCpdReminders(trx))
  const subjects = async ({ client }: Person) =>
    (await client.list('message')).data.map(({ subject }) => subject).filter((subject) => /rotation/.test(subject))
  await remind()
  await remind()
  expect(await subjects(second)).toEqual([expect.stringMatching(/^A rotation is over: .*Ward 7, Cardiology/)])
  expect(await subjects(first)).toEqual([])
  expect((await second.client.list('cpdrotation', { waiting: true })).info.total).toBe(1)
  const body = { devformtemplate_id: template.id, user_id: college.trainee.id, answers: { level: 4 } }
  // Without the rotation, the supervision is over.
  await expect(second.client.create('devform', body)).rejects.toMatchObject({ status: 403 })
  const { data: form } = await second.client.create('devform', { ...body, cpd_rotation_id: rotation_id })
  await second.client.act('POST devform/submit', { id: form.id })
  expect((await second.client.list('cpdrotation', { waiting: true })).info.total).toBe(0)
  expect((await college.trainee.client.read('cpdrotation', rotation_id)).data.assessed_on).toBe(day(0))
  await expect(admin.remove('cpdrotation', rotation_id)).rejects.toMatchObject({ status: 476 })
})

it('is imported from a file, each line once, and moves its supervision with its days', async () => {
  const email = `${college.trainee.id}@rotations.example`
  await sql`update user_account set email = ${email} where id = ${college.trainee.id}`.execute(network.db)
  const lines = [
    'email,place,specialty,begins,ends,percent',
    `${email},North,ICU,${day(100)},${day(110)},50`,
    `${email},South,ICU,${day(105)},${day(120)},`,
    `nobody@rotations.example,South,,${day(200)},${day(210)},`,
  ]
  const send = async ({ client }: Person, csv: string[], more: object = {}) =>
    (await client.act('POST cpd/import', { kind: 'rotations', csv: csv.join('\n'), ...more } as never)).data
  const { client: admin } = college.administrator
  const { faults } = await send(college.administrator, lines, { preview: true, organisation_id: college.id })
  expect(faults).toMatchObject([
    { line: 3, field: 'begins', message: expect.stringContaining('line 2') },
    { line: 4, field: 'email' },
  ])
  expect((await send(first, lines.slice(0, 2))).faults).toMatchObject([{ line: 2, field: 'email' }])
  expect(await send(college.administrator, lines.slice(0, 2))).toMatchObject({ created: 1 })
  expect(await send(college.administrator, lines.slice(0, 2))).toMatchObject({ created: 0, existing: 1 })
  await admin.update('cpdrotation', { id: rotation_id, begins: day(-65), ends: day(-30) })
  const { data } = await admin.read('cpdrotation', rotation_id)
  expect(data.supervisors.map(({ begins, ends }) => [begins, ends])).toEqual([
    [day(-65), day(-41)],
    [day(-40), day(-30)],
  ])
})
