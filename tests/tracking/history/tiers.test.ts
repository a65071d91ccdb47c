import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { box, type Network, startNetwork } from '../../network.ts'
import { makeOrganisation, makePerson, type Organisation } from '../../seeds/people.ts'
import { closeThrough, makePartitionsOf } from './closing.ts'
import { type EventRow, makeEvents, makeTracker, store } from './events.ts'
import { requestsOf } from './requests.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
let tokens: Record<string, string>
let late: EventRow[]
/** The answers with all events in the table: without the late ones, and with them. */
let expected: Answers
let expected_late: Answers
let requests: string[]

beforeAll(async () => {
  network = await startNetwork({ HISTORY_CLOSE_DAYS: '0', HTTP_RATE: '100000' })
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  const both = await makePerson(network, 'both', ours.id, 'Staff')
  await network.db
    .insertInto('membership')
    .values({ organisation_id: theirs.id, user_id: both.id, role_name: 'User' })
    .execute()
  const impersonated = await ours.administrator.client.call('POST', 'user/impersonate', { id: ours.user.id })
  tokens = {
    administrator: ours.administrator.token,
    staff: ours.staff.token,
    user: ours.user.token,
    customer: ours.customer.token,
    both: both.token,
    'platform administrator': network.token,
    'administrator of another organisation': theirs.administrator.token,
    impersonator: impersonated.data.token,
  }
  const boundary = async (name: string) =>
    (await ours.administrator.client.create('boundary', { name, geometry: box(174, -37, 175, -36) })).data.id
  const [kept, removed] = [await boundary('Depot'), await boundary('Removed')]
  const tracker = async (of: Organisation, number: string, owner: number | null, boundary_ids: number[] = []) => ({
    organisation_id: of.id,
    tracker_id: await makeTracker(network, of, number, owner),
    boundary_ids,
  })
  const ute = await tracker(ours, 'ute', ours.user.id, [kept, removed])
  const boat = await tracker(ours, 'boat', null, [kept])
  const bike = await tracker(ours, 'bike', ours.customer.id)
  const van = await tracker(theirs, 'van', theirs.user.id)
  await ours.administrator.client.remove('boundary', removed)
  await makePartitionsOf(network, [6, 4, 3])
  await store(network, makeEvents([ute, boat, bike, van], [6, 5, 4, 3, 2, 1, 0], 21))
  late = makeEvents([boat, ute, van], [5, 4], 6).map((event, i) => ({
    ...event,
    digest: 5000 + i,
    late: true,
    event: 'late',
    id: 9_000_000 + i,
  }))
  const ids = await network.db.selectFrom('tracker_event').select('id').where('id', '>', 0).orderBy('id').execute()
  requests = requestsOf({
    ute: ute.tracker_id,
    boat: boat.tracker_id,
    theirs: van.tracker_id,
    organisation: ours.id,
    other_organisation: theirs.id,
    ids: [ids[3]!.id, ids.at(-1)!.id, ids[70]!.id],
  })
  expected = await answers()
  await store(network, late)
  expected_late = await answers()
  await network.db.deleteFrom('tracker_event').where('id', '>=', 9_000_000).execute()
})
afterAll(() => network.stop())

describe('answers are the same, byte by byte,', () => {
  it('with one day closed', async () => {
    await closeThrough(network, 6)
    expectSame(await answers(), expected)
  })

  it('with all days closed but the last two', async () => {
    await closeThrough(network, 2)
    expect(await countStored()).toBe(2 * 4 * 21)
    expectSame(await answers(), expected)
  })

  it('with late reports of closed days, before and after they are merged', async () => {
    await store(network, late)
    expectSame(await answers(), expected_late)
    await closeThrough(network, 2)
    expect(await countStored()).toBe(2 * 4 * 21)
    expectSame(await answers(), expected_late)
  }, 300_000)
})

describe('pages', () => {
  it.each(['fix_at', '-fix_at', 'id', '-id'])(
    'of %s follow each other over the border by their cursors',
    async (sort) => {
      const { data: all } = await ours.administrator.client.list('trackerevent', { sort: sort as 'id', limit: 1000 })
      const pages: unknown[] = []
      let after: string | undefined
      do {
        const query = { sort: sort as 'id', limit: 23, ...(after && { after }) }
        const { data, info } = await ours.administrator.client.list('trackerevent', query)
        pages.push(...data)
        after = info.next
      } while (after)
      expect(pages).toEqual(all)
    },
  )
})

async function countStored(): Promise<number> {
  return (await network.db.selectFrom('tracker_event').select('id').execute()).length
}

async function answers(): Promise<Answers> {
  const found: Answers = {}
  for (const [who, token] of Object.entries(tokens)) {
    for (const path of requests) found[`${who}: ${path}`] = await answer(token, path)
  }
  return found
}

async function answer(token: string, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${network.url}/api/v1/${path}`, { headers })
  return `${response.status} ${response.headers.get('content-type')}\n${await response.text()}`
}

/** Names the requests that differ, before the first difference itself. */
function expectSame(actual: Answers, wanted: Answers): void {
  const different = Object.keys(wanted).filter((request) => actual[request] !== wanted[request])
  for (const request of different.slice(0, 1)) expect(actual[request], request).toBe(wanted[request])
  expect(different).toEqual([])
}

type Answers = Record<string, string>
