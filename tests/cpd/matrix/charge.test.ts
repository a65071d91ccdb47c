import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { type College, day, makeCollege, switchFeatures } from '../../seeds/college.ts'
import { makePerson, type Person } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let college: College
let cycle_id: number
let product_id: number

beforeAll(async () => {
  network = await sharedNetwork()
  college = await makeCollege(network, 'charging')
  const { client } = college.administrator
  const { data: standards } = await client.list('cpdstandard', { code: 'au-mba-2023' })
  await client.call('POST', 'cpdstandard/adopt', { id: standards[0]!.id })
  const second = await makePerson(network, 'Late Aroha', college.id, 'User')
  const audience = { user_ids: [college.trainee.id, second.id] }
  const cycle = { name: 'This year', start: day(-300), end: day(30), cpd_standard_id: standards[0]!.id, audience }
  cycle_id = (await client.create('devcycle', cycle)).data.id
})

const charge = ({ client }: Person, body: object = {}) =>
  client.call('POST', 'cpd/matrix/charge', { cycle_id, product_id, ...body } as never)

it('drafts an invoice for each of the people whom a filter of the matrix shows, and none twice', async () => {
  const { administrator, supervisor, trainee, id } = college
  product_id = 1
  await expect(charge(administrator)).rejects.toMatchObject({ status: 501 })
  await switchFeatures(network, id, ['files', 'cpd', 'billing'])
  await expect(charge(administrator, { product_id: 1e9 })).rejects.toMatchObject({ field: 'product_id' })
  const late = { code: 'LATE', name: 'Late submission', unit_amount: 5000, kind: 'item', period: 'none' } as const
  product_id = (await administrator.client.create('product', late as never)).data.id

  await expect(charge(administrator, { state: 'met' })).rejects.toThrow(/The filter shows nobody/)
  for (const other of [supervisor, trainee]) await expect(charge(other)).rejects.toMatchObject({ status: 403 })
  expect((await charge(administrator, { state: 'unmet', search: 'aroha' })).data).toEqual({ invoices: 1, before: 0 })
  expect((await charge(administrator, { state: 'unmet' })).data).toEqual({ invoices: 1, before: 1 })
  expect((await charge(administrator)).data).toEqual({ invoices: 0, before: 2 })

  const { data: invoices } = await administrator.client.list('invoice', { sort: 'id' })
  expect(
    invoices.map(({ state, reference, contact_name, user_id }) => [state, reference, contact_name, user_id]),
  ).toEqual([
    ['draft', 'This year', 'Late Aroha', expect.any(Number)],
    ['draft', 'This year', expect.any(String), trainee.id],
  ])
  const { data: lines } = await administrator.client.list('invoiceline', { invoice_id: invoices[0]!.id })
  expect(lines.map(({ description, item_code }) => [description, item_code])).toEqual([
    ['Late submission: This year', 'LATE'],
  ])
  // Drafts are not shown to the person.
  expect((await trainee.client.list('invoice', {})).data).toEqual([])
})
