import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import type { Network } from '../network.ts'
import { guest } from '../people/accounts.people.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
let anonymous: Client
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  anonymous = guest(network).client
})
beforeEach(async () => {
  await network.db.deleteFrom('faq').execute()
})

const faq = async (organisation_id: number | null, question: string, more: object = {}) =>
  (await network.admin.create('faq', { organisation_id, question, answer: 'So.', published: true, ...more })).data
const questions = async (client: Client, query: object = {}): Promise<string[]> =>
  (await client.call('GET', 'faqs/current', query)).data.map(({ question }: { question: string }) => question)
const order = (client: Client, ids: number[]) => client.call('POST', 'faqs/order', { ids })

describe('a reader sees', () => {
  it('their organisation’s and then the installation’s, each in their language or else in English', async () => {
    await faq(null, 'installation en')
    await faq(null, 'installation mi', { locale: 'mi' })
    await faq(ours.id, 'ours en')
    await faq(ours.id, 'ours en too')
    await faq(theirs.id, 'theirs mi', { locale: 'mi-NZ' })
    expect(await questions(ours.user.client, { locale: 'mi-NZ' })).toEqual([
      'ours en',
      'ours en too',
      'installation mi',
    ])
    expect(await questions(ours.user.client)).toEqual(['ours en', 'ours en too', 'installation en'])
    expect(await questions(theirs.customer.client, { locale: 'mi-NZ' })).toEqual(['theirs mi', 'installation mi'])
    expect(await questions(theirs.customer.client, { locale: 'mi' })).toEqual(['installation mi'])
    expect(await questions(anonymous, { locale: 'fr' })).toEqual(['installation en'])
    for (const client of [theirs.user.client, anonymous])
      await expect(questions(client, { organisation_id: ours.id })).rejects.toMatchObject({ status: 404 })
  })

  it('what is found in questions, answers and categories, and how many there are', async () => {
    await faq(ours.id, 'How do I add a tracker?', { category: 'Devices' })
    await faq(ours.id, 'What is 100% sure?', { answer: 'Nothing_at all' })
    const search = (text: string) => questions(ours.user.client, { search: text })
    expect(await search('ADD a')).toEqual(['How do I add a tracker?'])
    expect(await search('devices')).toEqual(['How do I add a tracker?'])
    expect(await search('100%')).toEqual(['What is 100% sure?'])
    expect(await search('g_a')).toEqual(['What is 100% sure?'])
    expect(await search('%')).toEqual(['What is 100% sure?'])
    expect(await search('absent')).toEqual([])
    const answer = await ours.user.client.call('GET', 'faqs/current', { limit: 1 })
    expect([answer.data.length, answer.info]).toEqual([1, { total: 2 }])
  })

  it('no drafts: not by id, in lists, CSV or search', async () => {
    const { id } = await faq(ours.id, 'secret-draft', { published: false })
    for (const { client, token } of [ours.staff, ours.user, ours.customer, theirs.administrator]) {
      await expect(client.read('faq', id)).rejects.toMatchObject({ status: 404 })
      expect((await client.list('faq', { search: 'secret' })).data).toEqual([])
      const headers = { authorization: `Bearer ${token}` }
      expect(await (await fetch(`${network.url}/api/v1/faqs?format=csv`, { headers })).text()).not.toContain('secret')
      expect(await questions(client, { search: 'secret' })).toEqual([])
    }
    const { client } = ours.administrator
    expect((await client.list('faq', { search: 'secret' })).data).toHaveLength(1)
    expect(await questions(client)).toEqual([])
    await client.update('faq', { id, published: true })
    expect(await questions(ours.customer.client)).toEqual(['secret-draft'])
    const installation = await faq(null, 'theirs to decide', { published: false })
    await expect(client.read('faq', installation.id)).rejects.toMatchObject({ status: 404 })
  })
})

describe('the order', () => {
  const make = async (organisation_id: number, n: number) => {
    const { rows } = {
      rows: await network.db
        .insertInto('faq')
        .values(
          Array.from({ length: n }, (_, i) => ({
            organisation_id,
            locale: 'en',
            question: `Q${i + 1}`,
            position: i + 1,
            published: true,
          })),
        )
        .returning('id')
        .execute(),
    }
    return rows.map(({ id }) => id).sort((a, b) => a - b)
  }
  const ordered = async () =>
    (await ours.administrator.client.list('faq', { organisation_id: ours.id, limit: 1000 })).data.map(({ id }) => id)

  it('of a thousand is changed in one call', async () => {
    const ids = await make(ours.id, 1000)
    const turned = ids.toReversed()
    const { status, data } = await order(ours.administrator.client, turned)
    expect([status, data.length, data[0].id, data[0].position]).toEqual([261, 1000, turned[0], 1])
    expect(await ordered()).toEqual(turned)
    await expect(order(ours.administrator.client, [...ids, 1_000_000])).rejects.toMatchObject({
      status: 400,
      field: 'ids',
    })
  })

  it('of some is changed among the places that they have', async () => {
    const [a, b, c, d] = (await make(ours.id, 4)) as [number, number, number, number]
    await order(ours.administrator.client, [d, b])
    expect(await ordered()).toEqual([a, d, c, b])
    const { id } = (await ours.administrator.client.create('faq', { question: 'Last?', answer: '' })).data
    expect(await ordered()).toEqual([a, d, c, b, id])
  })

  it('stays as it is where one of them does not exist, is another organisation’s, or may not be changed', async () => {
    const [a, b] = (await make(ours.id, 2)) as [number, number]
    const [foreign] = (await make(theirs.id, 1)) as [number]
    const general = await faq(null, 'General')
    const { client } = ours.administrator
    for (const ids of [
      [b, a, foreign],
      [b, a, 987_654_321],
    ])
      await expect(order(client, ids)).rejects.toMatchObject({ status: 404, field: 'ids' })
    await expect(order(client, [b, a, general.id])).rejects.toMatchObject({ status: 403 })
    await expect(order(network.admin, [b, a, foreign])).rejects.toMatchObject({ status: 400, field: 'ids' })
    for (const { client: other } of [ours.staff, ours.user])
      await expect(order(other, [b, a])).rejects.toMatchObject({ status: 403 })
    expect(await ordered()).toEqual([a, b])
  })

  it.each([
    ['none', []],
    ['one twice', [1, 1]],
    ['an invalid id', [0]],
  ])('of %s is refused', async (_name, ids) => {
    await expect(order(ours.administrator.client, ids)).rejects.toMatchObject({
      status: 400,
      field: expect.stringMatching(/^ids/),
    })
  })

  it('is one of the two when two people change it at once', async () => {
    const [a, b, c] = (await make(ours.id, 3)) as [number, number, number]
    await Promise.all([order(ours.administrator.client, [c, b, a]), order(network.admin, [b, a, c])])
    expect([
      [c, b, a],
      [b, a, c],
    ]).toContainEqual(await ordered())
  })
})

describe('bad input', () => {
  it.each([
    ['a blank question', { question: ' ' }, { status: 467, field: 'question' }],
    ['a question that is too long', { question: 'x'.repeat(501) }, { status: 400, field: 'question' }],
    ['an answer that is too long', { answer: 'x'.repeat(20_001) }, { status: 400, field: 'answer' }],
    ['a language', { locale: '??' }, { status: 400, field: 'locale' }],
    ['a position', { position: 1 }, { status: 400, field: 'position' }],
  ])('%s', async (_name, body, expected) => {
    const request = { question: 'Why?', answer: 'So.', ...body }
    expect(await guest(network, ours.administrator.token).refused('faq', request, 'PUT')).toMatchObject(expected)
  })

  it('a blank category is none', async () => {
    expect((await faq(ours.id, 'Why?', { category: ' ' })).category).toBe(null)
  })
})
