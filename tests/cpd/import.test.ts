import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import type { Network } from '../network.ts'
import { type College, day, makeCollege } from '../seeds/college.ts'
import { makeOrganisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let college: College

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'college')
  for (const code of ['EA', 'RP']) await college.administrator.client.create('devcategory', { code, name: code })
})

const importCsv = async (kind: string, lines: string[], more = {}) =>
  (await college.trainee.client.call('POST', 'cpd/import', { kind, csv: lines.join('\n'), ...more })).data
const count = async (name: 'devactivity' | 'procedure') => (await college.trainee.client.list(name)).info.total

it('previews activities and names each bad line; nothing is created then', async () => {
  const lines = [
    'target,hours,completed_on,credits,tags,private',
    `"Audit, ankle",4,${day(-2)},EA:2;RP:2,ethics;cultural_safety,false`,
    `Course,-1,${day(-2)},,,`,
    `Course,4,${day(-2)},EA:3;RP:2,,`,
    `Course,4,${day(3)},,,`,
    `Course,4,${day(-2)},XX:4,,`,
  ]
  const { faults, ...preview } = await importCsv('activities', lines, { preview: true })
  expect(preview).toEqual({ lines: 5, good: 1, created: 0, existing: 0 })
  expect(faults.map(({ line, field }: { line: number; field: string }) => [line, field])).toEqual([
    [3, 'hours'],
    [4, 'credits'],
    [5, 'completed_on'],
    [6, 'credits'],
  ])
  expect(faults[3].message).toContain('EA, RP')
  expect((await importCsv('activities', lines)).created).toBe(0)
  expect(await count('devactivity')).toBe(0)
  expect(await importCsv('activities', lines.slice(0, 2), { preview: true })).toMatchObject({ good: 1, created: 0 })
  expect(await count('devactivity')).toBe(0)
  expect(await importCsv('activities', lines.slice(0, 2))).toMatchObject({ good: 1, created: 1 })
  const { data } = await college.trainee.client.list('devactivity')
  expect(data[0]).toMatchObject({
    target: 'Audit, ankle',
    hours: 4,
    tags: ['ethics', 'cultural_safety'],
    private: false,
  })
  expect(data[0]!.credits).toMatchObject([{ code: 'EA', hours: 2 }, { code: 'RP' }])
})

it('creates procedures with sealed health numbers and case numbers in order', async () => {
  const lines = ['date,type,nhi', `${day(-3)},Ultrasound,ZAC5361`, `${day(-2)},Ultrasound,`]
  expect(await importCsv('procedures', [...lines, `${day(-1)},CT,ZAC3561`], { preview: true })).toMatchObject({
    faults: [{ line: 4, field: 'nhi' }],
  })
  expect(await importCsv('procedures', lines)).toMatchObject({ created: 2, faults: [] })
  const { data } = await college.trainee.client.list('procedure', { sort: 'id' })
  expect(data.map(({ case_number, nhi }) => [case_number, nhi])).toEqual([
    [1, 'ZAC••••'],
    [2, null],
  ])
})

it('reads what spreadsheets write: semicolons, a byte order mark, days first, decimal commas and escaped formulas', async () => {
  const [year, month, date] = day(-4).split('-')
  const lines = [
    '\uFEFFtarget;hours;completed_on;private;same_patient;credits',
    `'=HYPERLINK("x");1,5;${date}/${month}/${year};Yes;Different;EA:1,5`,
  ]
  expect(await importCsv('activities', lines)).toMatchObject({ created: 1, faults: [] })
  const { data } = await college.trainee.client.list('devactivity', { search: 'HYPERLINK' })
  expect(data[0]).toMatchObject({
    target: '=HYPERLINK("x")',
    hours: 1.5,
    completed_on: day(-4),
    private: true,
    same_patient: 'different',
    credits: [{ code: 'EA', hours: 1.5 }],
  })
  const american = [`target;completed_on;hours`, `American;${month}/${date}/${year};1`]
  expect(await importCsv('activities', american, { date_order: 'mdy', preview: true })).toMatchObject({ good: 1 })
  const wrong = [`target,completed_on,hours`, 'No day,31/31/2025,1', 'No day,30-02-2025,1', 'No day,yesterday,1']
  expect((await importCsv('activities', wrong)).faults.map(({ field }: { field: string }) => field)).toEqual([
    'completed_on',
    'completed_on',
    'completed_on',
  ])
})

it('creates each keyed line once, and with skip_bad the good ones beside bad ones', async () => {
  const before = await count('devactivity')
  const keyed = (key: string, hours: number) => `Keyed,${hours},${day(-1)},${key}`
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  const lines = ['target,hours,completed_on,client_key', keyed(first, 1), keyed(second, -1)]
  expect(await importCsv('activities', lines)).toMatchObject({ good: 1, created: 0 })
  const skipping = { skip_bad: true, first_line: 252 }
  expect(await importCsv('activities', lines, skipping)).toMatchObject({ created: 1, faults: [{ line: 253 }] })
  lines[2] = keyed(second, 2)
  expect(await importCsv('activities', lines)).toMatchObject({ good: 2, created: 1, existing: 1 })
  expect(await count('devactivity')).toBe(before + 2)
})

describe('people', () => {
  const importPeople = async (by: Client, lines: string[], more = {}) =>
    (await by.call('POST', 'cpd/import', { kind: 'people', csv: lines.join('\n'), ...more })).data
  const head = 'email,firstname,lastname,role_name,supervisor'
  const members = async () => (await college.administrator.client.list('membership', { limit: 1000 })).data

  it('names what is wrong in each line, and adds nobody', async () => {
    const before = await members()
    const lines = [
      head,
      'hana@college.test,Hana,Parata,User,',
      'no address,Ann,Other,User,',
      'HANA@college.test,Hana,Again,User,',
      'ann@college.test,Ann,Other,Emperor,',
      'ben@college.test,Ben,Other,User,nobody@college.test',
      'cho@college.test,Cho,Other,User,hana@college.test',
      ',Nameless,Person,User,',
    ]
    const { faults } = await importPeople(college.administrator.client, lines)
    expect(faults.map(({ line, field }: { line: number; field: string }) => [line, field])).toEqual([
      [3, 'email'],
      [4, 'email'],
      [5, 'role_name'],
      [6, 'supervisor'],
      [8, 'email'],
    ])
    expect(await members()).toHaveLength(before.length)
  })

  it('get an account of the organisation’s time zone and a link in its language, their supervisor is asked, and a second import adds nobody', async () => {
    const lines = [
      head,
      'sue@college.test,Sue,Super,User,',
      'tia@college.test,Tia,Trainee,User,sue@college.test',
      'tia@other.test,Tia,Other,Customer,SUE@college.test',
    ]
    const { client } = college.administrator
    // The clocks there are those of New Zealand.
    const usual = { timezone: 'Antarctica/McMurdo', locale: 'fr' }
    await network.db.updateTable('organisation').set(usual).where('id', '=', college.id).execute()
    expect(await importPeople(client, lines, { preview: true })).toMatchObject({ good: 3, created: 0, faults: [] })
    expect(await importPeople(client, lines)).toMatchObject({ good: 3, created: 3, faults: [] })
    const added = (await members()).filter(({ email }) => /tia@|sue@/.test(email ?? ''))
    expect(added.map(({ email, role_name }) => [email, role_name]).sort()).toEqual([
      ['sue@college.test', 'User'],
      ['tia@college.test', 'User'],
      ['tia@other.test', 'Customer'],
    ])
    const asked = (await client.list('userrelationship', { limit: 100 })).data.filter(
      ({ state }) => state === 'requested',
    )
    expect(asked).toHaveLength(2)
    const mails = await network.db
      .selectFrom('message_delivery as d')
      .innerJoin('message as m', 'm.id', 'd.message_id')
      .select(['address', 'subject', 'text'])
      .where('address', 'like', '%tia@%')
      .execute()
    expect(mails.map(({ address }) => address).sort()).toEqual(['tia@college.test', 'tia@other.test'])
    expect(mails[0]).toMatchObject({
      subject: 'Un compte a été créé pour vous',
      text: expect.stringContaining('pour vous par “college”'),
    })
    const accounts = network.db.selectFrom('user_account').select(['timezone', 'locale'])
    expect(await accounts.where('email', 'like', 'tia@%').execute()).toEqual([usual, usual])
    expect(await importPeople(client, lines)).toMatchObject({ created: 0, existing: 3, faults: [] })
    expect(
      (await client.list('userrelationship', { limit: 100 })).data.filter(({ state }) => state === 'requested'),
    ).toHaveLength(2)
  })

  it('who have an account elsewhere are invited, and the answer does not tell', async () => {
    const other = await makeOrganisation(network, 'elsewhere')
    const { client } = college.administrator
    const { email } = (await other.administrator.client.read('user', other.customer.id)).data
    const lines = ['email', email, 'new@college.test']
    const preview = await importPeople(client, lines, { preview: true })
    expect(preview).toMatchObject({ good: 2, existing: 0, faults: [] })
    expect(await importPeople(client, lines)).toMatchObject({ created: 2, existing: 0, faults: [] })
    expect((await client.list('invitation')).data.map((invited) => invited.email)).toEqual([email])
    expect((await members()).map((member) => member.email)).not.toContain(email)
  })

  it('have a registration day and qualifications, which count for them in the cycles of their audience', async () => {
    const { client } = college.administrator
    const head = 'email,role_name,registered_from,qualification'
    const lines = [head, `kim@college.test,User,${day(-20)},Fellow;CPR`, 'lee@college.test,Staff,,Fellow']
    const preview = await importPeople(client, lines, { preview: true })
    expect(preview.faults).toMatchObject([{ line: 2, field: 'registered_from' }])
    const dates = { start: day(-100), end: day(100) }
    for (const [name, audience] of [
      ['Fellows', { qualification: 'Fellow', role: 'User' }],
      ['Staff', { role: 'Staff' }],
    ] as const) {
      await client.create('devcycle', { name, ...dates, audience })
    }
    expect(await importPeople(client, lines)).toMatchObject({ created: 2, faults: [] })
    const later = [head, `kim@college.test,User,${day(-10)},fellow;Fellow`]
    expect(await importPeople(client, later)).toMatchObject({ existing: 1, faults: [] })
    const of = (await members()).find(({ email }) => email === 'kim@college.test')!
    const { data: plans } = await client.list('devplan', { user_id: of.user_id })
    expect(plans).toMatchObject([{ cycle: 'Fellows', registered_from: day(-10) }])
    const { data: held } = await client.list('devqualification', { user_id: of.user_id, sort: 'id' })
    expect(held.map(({ name, state }) => [name, state])).toEqual([
      ['Fellow', 'held'],
      ['CPR', 'held'],
      ['fellow', 'held'],
    ])
    const next = { name: 'Next', start: day(101), end: day(400), audience: { user_ids: [of.user_id] } }
    const { data: cycle } = await client.create('devcycle', next)
    const { data: plan } = await client.create('devplan', { devcycle_id: cycle.id, user_id: of.user_id })
    expect(plan.registered_from).toBe(day(-10))
  })

  it('an administrator decides on no facts of their own', async () => {
    const { client, id } = college.administrator
    const { email } = (await client.read('user', id)).data
    for (const [column, value] of [
      ['registered_from', day(50)],
      ['qualification', 'Fellow'],
    ]) {
      const { faults } = await importPeople(client, [`email,${column}`, `${email},${value}`])
      expect(faults).toMatchObject([{ line: 2, field: column }])
    }
  })

  it('are for administrators of the organisation', async () => {
    const lines = ['email', 'x@college.test']
    for (const person of [college.trainee, college.staff, college.supervisor, college.customer]) {
      await expect(importPeople(person.client, lines)).rejects.toMatchObject({ status: 403 })
    }
    const other = await makeOrganisation(network, 'strangers')
    const organisation_id = college.id
    await expect(importPeople(other.administrator.client, lines, { organisation_id })).rejects.toMatchObject({
      status: expect.toBeOneOf([403, 404, 501]),
    })
  })
})

it.each([
  ['an unknown column', 'target,colour\nx,red'],
  ['no lines', 'target,hours'],
  ['an open quote', 'target\n"x'],
  ['1 001 lines', `target\n${'x\n'.repeat(1001)}`],
])('refuses %s', async (_, csv) => {
  const call = college.trainee.client.call('POST', 'cpd/import', { kind: 'activities', csv })
  await expect(call).rejects.toMatchObject({ status: 400, field: 'csv' })
})
