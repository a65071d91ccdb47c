import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Network, startNetwork } from '../network.ts'
import { type College, day, makeCollege } from '../seeds/college.ts'

let network: Network
let college: College

beforeAll(async () => {
  network = await startNetwork()
  college = await makeCollege(network, 'college')
  for (const code of ['EA', 'RP']) await college.administrator.client.create('devcategory', { code, name: code })
})
afterAll(() => network.stop())

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
  expect(preview).toEqual({ lines: 5, good: 1, created: 0 })
  expect(faults.map(({ line, field }: { line: number; field: string }) => [line, field])).toEqual([
    [3, 'hours'],
    [4, 'credits'],
    [5, 'completed_on'],
    [6, 'credits'],
  ])
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

it.each([
  ['an unknown column', 'target,colour\nx,red'],
  ['no lines', 'target,hours'],
  ['an open quote', 'target\n"x'],
  ['1 001 lines', `target\n${'x\n'.repeat(1001)}`],
])('refuses %s', async (_, csv) => {
  const call = college.trainee.client.call('POST', 'cpd/import', { kind: 'activities', csv })
  await expect(call).rejects.toMatchObject({ status: 400, field: 'csv' })
})
