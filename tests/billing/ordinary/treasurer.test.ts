import { beforeAll, expect, it } from 'vitest'
import { type Client, createClient } from '#api/client.ts'
import { startClub } from '../../../scripts/club/main.ts'
import { readConfig } from '../../../scripts/server/config.ts'
import { type Network, signIn } from '../../network.ts'
import { makePerson } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

let network: Network
let treasurer: Client
let secretary: Client
let password: string
const printed: string[] = []

beforeAll(async () => {
  network = await sharedNetwork()
  const config = readConfig({ DATA_DIR: network.data_dir, HOST: '127.0.0.1' })
  const club = await startClub(network.server, config, (text) => printed.push(text))
  password = club!.password
  const enter = async (username: string): Promise<Client> => {
    const token = await signIn(network.url, username, club!.password)
    return createClient({ base: network.url, token: () => token, retries: 0 })
  }
  treasurer = await enter('demo.kiri')
  secretary = await enter('demo.ngaio')
})

it('the demo has a club whose books its treasurer has written, with paid and unpaid invoices', async () => {
  expect(printed).toEqual(['Adding the Ringfence demo club …'])
  const states = async (query: object) => (await treasurer.list('invoice', { limit: 1, ...query })).info.total
  expect(await states({ state: 'paid', type: 'invoice' })).toBeGreaterThan(4)
  expect(await states({ overdue: true })).toBe(2)
  expect(await states({ state: 'draft' })).toBe(1)
  const { data: matches } = await treasurer.call('GET', 'banklines/matches', {})
  expect(
    matches.filter((line: { matches: { confidence: number }[] }) => (line.matches[0]?.confidence ?? 0) >= 80),
  ).toHaveLength(2)
})

it('a treasurer enrols a member who was never invoiced by the whole confirmed address of their account', async () => {
  const { data: sold } = await treasurer.list('product', { kind: 'membership', active: true, limit: 1 } as never)
  const [product_id, organisation_id] = [sold[0]!.id, sold[0]!.organisation_id]
  const enrol = (body: object) => treasurer.create('subscription', { product_id, organisation_id, ...body } as never)
  const newcomer = await makePerson(network, 'newcomer', organisation_id, 'User')
  const { id: elsewhere } = await network.db
    .insertInto('organisation')
    .values({ name: 'elsewhere' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await makePerson(network, 'stranger', elsewhere, 'User')
  const { id: unproved } = await makePerson(network, 'unproved', organisation_id, 'User')
  await network.db.updateTable('user_account').set({ email_proved_at: null }).where('id', '=', unproved).execute()
  for (const body of [{}, { user_id: newcomer.id, email: 'newcomer@example.com' }]) {
    await expect(enrol(body)).rejects.toMatchObject({ status: 400 })
  }
  for (const email of ['newcomer', 'stranger@example.com', 'unproved@example.com']) {
    await expect(enrol({ email })).rejects.toMatchObject({ status: 404, field: 'email' })
  }
  const { data } = await enrol({ email: ' NEWCOMER@example.com ' })
  expect(data).toMatchObject({ user_id: newcomer.id, product_id })
})

it('a treasurer sees no members, and what they save is their own until the office ends', async () => {
  expect((await treasurer.list('user', {})).data.map(({ username }) => username)).toEqual(['demo.kiri'])
  const { data: own } = await treasurer.list('membership', {})
  expect(own).toMatchObject([{ role_name: 'User', billing_role: 'treasurer' }])
  const { id } = own[0]!
  const raise = treasurer.update('membership', { id, role_name: 'Administrator' })
  await expect(raise).rejects.toMatchObject({ status: expect.toSatisfy((code) => [403, 404].includes(code)) })

  const before = await treasurer.list('invoicing/contact', {})
  expect(before.info.total).toBeGreaterThan(5)
  await secretary.update('membership', { id, role_name: 'User', billing_role: null })
  expect((await treasurer.list('invoicing/contact', {})).info.total).toBe(0)
  const made = treasurer.create('product', { code: 'LATE', name: 'Late', unit_amount: 100 })
  await expect(made).rejects.toMatchObject({ status: 403 })
  await secretary.update('membership', { id, role_name: 'User', billing_role: 'treasurer' })
})

it('an invoice is downloaded as an electronic one, once the organisation has a tax number', async () => {
  const [invoice] = (await treasurer.list('invoice', { state: 'paid', type: 'invoice', limit: 1 })).data
  const token = await signIn(network.url, 'demo.kiri', password)
  const xmlOf = (of: number) =>
    fetch(`${network.url}/api/v1/invoice/xml?id=${of}`, { headers: { authorization: `Bearer ${token}` } })
  expect(await (await xmlOf(invoice!.id)).json()).toMatchObject({ code: 'not_possible', field: 'gst_number' })
  const { organisation_id: id, contact_id } = invoice!
  await network.db.updateTable('organisation').set({ gst_number: '49-091-850' }).where('id', '=', id).execute()
  // What is authorised already keeps the issuer that it has.
  const lines = [{ item_code: 'HUT', quantity: '3' }]
  const body = { organisation_id: id, contact_id: contact_id!, lines, authorise: true }
  const { data: later } = await treasurer.call('POST', 'invoicing/invoices', body)
  const answer = await xmlOf(later.id)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml'])
  expect(await answer.text()).toContain(`<cbc:ID>${later.document_number}</cbc:ID>`)
})
