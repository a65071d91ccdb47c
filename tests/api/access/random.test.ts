import { beforeAll, expect, it } from 'vitest'
import { makeRandom } from '../../../scripts/simulate/random.ts'
import type { Network } from '../../network.ts'
import { switchFeatures } from '../../seeds/college.ts'
import { makeOrganisation, type Organisation } from '../../seeds/people.ts'
import { pick, randomRequest, routesOf } from '../../seeds/random_requests.ts'
import { sharedNetwork } from '../../shared_network.ts'
import { aboutOneself } from './own_account.table.ts'
import { things } from './things.ts'

/** Some 18 for each route; more with `RANDOM_REQUESTS`, which begin with the same ones. */
const REQUESTS = Number(process.env.RANDOM_REQUESTS ?? 6_000)
const AT_ONCE = 20
/** Requests that would end the test's sessions, or start an impersonation. */
const left_out = new Set([
  ...Object.keys(aboutOneself),
  'DELETE session',
  'DELETE user',
  'DELETE users',
  'POST user',
  'POST user/impersonate',
])

let network: Network
let ours: Organisation
let theirs: Organisation
let ids: number[]

/** Two organisations with the same resources; all free text contains the organisation's marker. */
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  for (const { id } of [ours, theirs]) await switchFeatures(network, id, ['tracking', 'files', 'cpd', 'billing'])
  ids = [...(await furnish(ours)), ...(await furnish(theirs))]
  for (const o of [ours, theirs]) {
    for (const table of ['boundary', 'location', 'report_config'] as const) {
      await network.db
        .updateTable(table)
        .set({ name: 'Depot' })
        .where('organisation_id', '=', o.id)
        .where('owner_user_id', 'is', null)
        .execute()
    }
  }
  await network.db
    .updateTable('organisation')
    .set({ contact: 'theirs', address1: 'theirs' })
    .where('id', '=', theirs.id)
    .execute()
  await network.db.updateTable('data_lock').set({ reason: 'theirs' }).where('organisation_id', '=', theirs.id).execute()
  await network.db
    .updateTable('user_config')
    .set({ email_recipients: 'x@theirs.nz' })
    .where('organisation_id', '=', theirs.id)
    .execute()
})

it(`never shows or changes anything of another organisation in ${REQUESTS} random requests`, {
  timeout: 900_000,
}, async () => {
  const random = makeRandom(20_261_123)
  const routes = routesOf(network.server.api.app.swagger(), left_out)
  const clients = [ours.administrator, ours.staff, ours.user, ours.customer]
  const before = await everythingOf(theirs.id)
  const statuses = new Map<number, number>()
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    if (sent % 500 === 0) await refurnish()
    const of = {
      organisation_ids: [ours.id, ours.id, theirs.id],
      user_ids: [ours.user.id, ours.staff.id, theirs.user.id, theirs.staff.id],
      ids,
    }
    const batch = Array.from({ length: AT_ONCE }, () => randomRequest(random, routes, of, pick(random, clients).token))
    const responses = await Promise.all(batch.map((request) => network.server.api.app.inject(request)))
    for (const [i, response] of responses.entries()) {
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1)
      const exchange = `${JSON.stringify({ ...batch[i], headers: undefined })} → ${response.statusCode} ${response.body.slice(0, 2000)}`
      // 501: a random request may have switched a feature off.
      if (response.statusCode >= 500 && response.statusCode !== 501) throw new Error(`Failed: ${exchange}`)
      if (response.statusCode < 300 && isTheirs(response.body))
        throw new Error(`Saw another organisation's: ${exchange}`)
    }
  }
  expect(await everythingOf(theirs.id)).toEqual(before)
  // Guards against a test in which every request is refused.
  for (const status of [200, 201, 261, 262, 403, 404])
    expect(statuses.get(status), `${status}`).toBeGreaterThan(REQUESTS / 400)
})

/** Rows of every resource: owned by the User, and without an owner. */
async function furnish(o: Organisation): Promise<number[]> {
  const ids: number[] = []
  for (const owner of [o.user.id, null]) {
    for (const make of Object.values(things)) {
      ids.push(await make(network.db, { organisation_id: o.id, owner, other: o.customer.id }))
    }
  }
  return ids
}

/** Restores roles and rows, since the administrator's requests delete them. */
async function refurnish(): Promise<void> {
  await switchFeatures(network, ours.id, ['tracking', 'files', 'cpd'])
  ids.push(...(await furnish(ours)))
  // A random setting of the organisation would refuse all that follows.
  const { db } = network
  await db
    .updateTable('organisation_config')
    .set({ second_factor_required: false })
    .where('organisation_id', '=', ours.id)
    .execute()
  for (const [who, role_name] of [
    ['administrator', 'Administrator'],
    ['staff', 'Staff'],
    ['user', 'User'],
    ['customer', 'Customer'],
  ] as const) {
    await network.db
      .insertInto('membership')
      .values({ organisation_id: ours.id, user_id: ours[who].id, role_name })
      .onConflict((on) => on.columns(['organisation_id', 'user_id']).doUpdateSet({ role_name }))
      .execute()
  }
}

/** The other organisation's ids or markers, anywhere in an answer. */
const isTheirs = (body: string) =>
  body.includes('theirs') || new RegExp(`"organisation_id":"?${theirs.id}\\b`).test(body)

/** All rows of an organisation, in every table with an organisation. */
async function everythingOf(organisation_id: number) {
  const all: Record<string, unknown[]> = {}
  for (const table of [
    'alert',
    'boundary',
    'data_lock',
    'faq',
    'invitation',
    'location',
    'membership',
    'page_content',
    'page_content_version',
    'organisation_config',
    'report_config',
    'tracker',
    'tracker_event',
    'user_config',
    'audit_log',
  ] as const) {
    all[table] = await network.db
      .selectFrom(table)
      .selectAll()
      .where('organisation_id', '=', organisation_id)
      .orderBy('id')
      .execute()
  }
  const members = network.db.selectFrom('membership').select('user_id').where('organisation_id', '=', organisation_id)
  all.user = await network.db.selectFrom('user_account').selectAll().where('id', 'in', members).orderBy('id').execute()
  all.organisation = await network.db.selectFrom('organisation').selectAll().where('id', '=', organisation_id).execute()
  return all
}
