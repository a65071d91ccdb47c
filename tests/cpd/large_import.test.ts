import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import { holdsOf, longOf } from '../holds.ts'
import { type Network, startNetwork } from '../network.ts'
import { type College, day, makeCollege } from '../seeds/college.ts'

const LINES = 1000

let network: Network
let college: College
beforeAll(async () => {
  network = await startNetwork()
  college = await makeCollege(network, 'college')
  for (const code of ['EA', 'RP']) await college.administrator.client.create('devcategory', { code, name: code })
})
afterAll(() => network.stop())

const send = async (by: Client, kind: string, lines: string[], more = {}) =>
  (await by.call('POST', 'cpd/import', { kind, csv: lines.join('\n'), ...more })).data
const activitiesOf = (name: string) => [
  'target,hours,completed_on,credits',
  ...Array.from({ length: LINES }, (_, i) => `${name} ${i},1.5,${day(-1)},EA:1;RP:0.5`),
]
const stored = async (name: string) => {
  const { rows } = await sql<{ rows: number; credits: number }>`select count(*)::int as rows, coalesce(sum((
      select count(*) from devactivity_credit k where k.devactivity_id = a.id)), 0)::int as credits
    from devactivity a where target like ${`${name} %`}`.execute(network.db)
  return rows[0]!
}

it('1 000 activities are checked and written in short parts, all of them', async () => {
  const { client } = college.trainee
  const { result, holds } = await holdsOf(network, () => send(client, 'activities', activitiesOf('All')))
  expect(result).toEqual({ lines: LINES, good: LINES, created: LINES, existing: 0, faults: [] })
  expect(longOf(holds)).toEqual([])
  expect(await stored('All')).toEqual({ rows: LINES, credits: 2 * LINES })
})

it('1 000 cases have their numbers in order, and sealed health numbers', async () => {
  const { client } = college.trainee
  const lines = Array.from({ length: LINES }, (_, i) => `${day(-2)},Type ${i},${i % 2 ? 'ZAC5361' : ''}`)
  const { result, holds } = await holdsOf(network, () => send(client, 'procedures', ['date,type,nhi', ...lines]))
  expect(result).toMatchObject({ created: LINES, faults: [] })
  expect(longOf(holds)).toEqual([])
  const { rows } = await sql`select from procedure where 'Type ' || case_number - 1 = type
    and (nhi_sealed is not null) = (case_number % 2 = 0)`.execute(network.db)
  expect(rows).toHaveLength(LINES)
  const { data } = await client.list('procedure', { search: 'Type 999' })
  expect(data).toMatchObject([{ case_number: LINES, nhi: 'ZAC••••' }])
})

it('one bad line at the end keeps all out, before anything is written', async () => {
  const bad = [...activitiesOf('Bad').slice(0, -1), `Bad,1.5,${day(-1)},EA:1`]
  expect(await send(college.trainee.client, 'activities', bad)).toMatchObject({
    good: LINES - 1,
    created: 0,
    faults: [{ line: LINES + 1, field: 'credits' }],
  })
  expect(await stored('Bad')).toEqual({ rows: 0, credits: 0 })
})

it('what stops it in the middle is shown line by line, and the same file again completes it', async () => {
  const { client } = college.trainee
  await sql`create function refuse_activity() returns trigger language plpgsql as $$ begin
    if new.target = 'Half 700' then raise exception 'no' using errcode = '55000'; end if; return new; end $$`.execute(
    network.db,
  )
  await sql`create trigger refuse_activity before insert on devactivity
    for each row execute function refuse_activity()`.execute(network.db)
  const { created, existing, faults } = await send(client, 'activities', activitiesOf('Half'))
  const half = await stored('Half')
  expect(half).toEqual({ rows: created, credits: 2 * created })
  expect(created).toBeGreaterThan(0)
  expect(created).toBeLessThanOrEqual(700)
  expect(existing).toBe(0)
  expect(faults[0].line).toBe(created + 2)
  const { rows: audited } = await sql<{ details: object }>`select details from audit_log
    where action = 'devactivity.import' order by id desc limit 2`.execute(network.db)
  expect(audited.map(({ details }) => details)).toEqual([
    { lines: LINES, created, faults: LINES - created },
    { lines: LINES, created: LINES, faults: 0 },
  ])

  await sql`drop trigger refuse_activity on devactivity`.execute(network.db)
  expect(await send(client, 'activities', activitiesOf('Half'))).toMatchObject({
    created: LINES - created,
    existing: created,
    faults: [],
  })
  expect(await stored('Half')).toEqual({ rows: LINES, credits: 2 * LINES })
})

it('people are added some at a time; where their mails are too many, nobody is', async () => {
  const { client } = college.administrator
  const people = (name: string, many: number) => [
    'email,firstname,supervisor',
    ...Array.from({ length: many }, (_, i) => `${name}-${i}@college.test,N,${i > 0 ? `${name}-0@college.test` : ''}`),
  ]
  const members = async (name: string) =>
    (await client.list('membership', { search: `${name}-`, limit: 1000 })).data.length
  const { result, holds } = await holdsOf(network, () => send(client, 'people', people('first', 40)))
  expect(result).toMatchObject({ created: 40, existing: 0, faults: [] })
  expect(longOf(holds, { statements: 250 })).toEqual([])
  expect(await members('first')).toBe(40)
  expect(await send(client, 'people', people('first', 40))).toMatchObject({ created: 0, existing: 40 })

  const allow = (quotas: object) =>
    network.admin.call('POST', 'organisation/quotas', { organisation_id: college.id, quotas })
  await allow({ mails_per_hour: 60, users: 1000 })
  await expect(send(client, 'people', people('second', 40))).rejects.toMatchObject({ status: 476 })
  expect(await members('second')).toBe(0)
  await allow({ mails_per_hour: 1000, users: 60 })
  await expect(send(client, 'people', people('second', 40))).rejects.toMatchObject({ status: 476 })
  expect(await members('second')).toBe(0)
})
