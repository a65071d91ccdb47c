import { CompiledQuery, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ListQuery } from '#api/crud/list_query.ts'
import { statementsOf } from '#api/crud/lists.ts'
import { countStatement } from '#api/crud/pages/totals.ts'
import { isRow, select } from '#api/crud/query.ts'
import type { Resource } from '#api/crud/resource.ts'
import type { Viewer } from '#api/crud/viewer.ts'
import { resources } from '#api/domains.ts'
import type { Network } from '../network.ts'
import { stranger } from '../seeds/viewer.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
const SILENT = 1001
const LOUD = 1002
/** Trackers of the silent organisation, of the active one, and a silent one of a User in the active one. */
const [SILENT_VAN, LOUD_VAN, OWN_VAN] = [5001, 5002, 5003]
const OWNER = 1

beforeAll(async () => {
  network = await sharedNetwork()
  const { db } = network
  await sql`insert into organisation (id, name) values (${SILENT}, 'Silent'), (${LOUD}, 'Loud')`.execute(db)
  await sql`insert into tracker (id, organisation_id, number, owner_user_id, token_sha256) values
    (${SILENT_VAN}, ${SILENT}, 'silent', null, repeat('0', 64)), (${LOUD_VAN}, ${LOUD}, 'loud', null, repeat('1', 64)),
    (${OWN_VAN}, ${LOUD}, 'own', ${OWNER}, repeat('2', 64))`.execute(db)
  // The silent trackers reported long ago; since then only the active ones.
  for (const [organisation_id, tracker_id, count, days] of [
    [SILENT, SILENT_VAN, 100, 60],
    [LOUD, OWN_VAN, 100, 50],
    [LOUD, LOUD_VAN, 20_000, 40],
  ] as const) {
    const at = sql`now() - make_interval(days => ${days}::int) + i * interval '1 minute'`
    // Within a month: older ones that were answered are removed while the test runs.
    const queued_at = sql`now() - make_interval(days => ${days - 35}::int) + i * interval '10 seconds'`
    const each = sql`generate_series(1, ${count}::int) i`
    await sql`insert into tracker_event
        (organisation_id, tracker_id, fix_at, received, event, valid, repeated, late, digest)
      select ${organisation_id}::bigint, ${tracker_id}::bigint, ${at}, ${at}, 'position', true, false, false, i from ${each}`.execute(
      db,
    )
    await sql`insert into alert (organisation_id, tracker_id, kind, started_at, raised_at, ended_at)
      select ${organisation_id}::bigint, ${tracker_id}::bigint, 'alarm', ${at}, ${at}, ${at} from ${each}`.execute(db)
    await sql`insert into tracker_command (organisation_id, tracker_id, type, text, state, queued_at)
      select ${organisation_id}::bigint, ${tracker_id}::bigint, 'custom', 'A', 'answered', ${queued_at} from ${each}`.execute(
      db,
    )
  }
  // Kinds of event besides positions; some of the silent trackers', and late.
  for (const [organisation_id, tracker_id, event, count] of [
    [LOUD, LOUD_VAN, 'ignition_on', 90],
    [LOUD, OWN_VAN, 'SOS', 30],
    [SILENT, SILENT_VAN, 'ignition_off', 60],
    [SILENT, SILENT_VAN, 'sos_50%', 3],
  ] as const) {
    const at = sql`now() - interval '70 days' + i * interval '1 second'`
    await sql`insert into tracker_event
        (organisation_id, tracker_id, fix_at, received, event, valid, repeated, late, digest)
      select ${organisation_id}::bigint, ${tracker_id}::bigint, ${at}, now(), ${event}::text, true, false, true, i
      from generate_series(1, ${count}::int) i`.execute(db)
  }
  await sql`update tracker_state set event_id = 1 where tracker_id in (${SILENT_VAN}, ${LOUD_VAN}, ${OWN_VAN})`.execute(
    db,
  )
  await sql`analyze tracker_event, alert, tracker_command`.execute(db)
})

const member = (...of: [number, Viewer['memberships'][number]['role_name']][]): Viewer => ({
  ...stranger,
  memberships: of.map(([organisation_id, role_name]) => ({
    organisation_id,
    role_name,
    cpd_role: null,
    group_ids: null,
    organisation_name: '',
    features: [],
  })),
})
const administrator = { ...stranger, platform_admin: true }

const cases: [string, Viewer, ListQuery][] = [
  ['by its dispatcher', member([SILENT, 'Staff']), {}],
  ['by a member of two organisations', member([SILENT, 'Staff'], [LOUD, 'Staff']), {}],
  ['by a platform administrator', administrator, { organisation_id: SILENT }],
  ['by a platform administrator, with all others', administrator, {}],
  ['of one tracker', member([LOUD, 'Staff']), { tracker_id: OWN_VAN }],
  ['of one’s own tracker among others', member([LOUD, 'User']), {}],
]

describe.each(['trackerevent', 'alert', 'trackercommand'] as const)('the newest %s', (name) => {
  const resource = resources[name]

  it.each(cases)('are read %s without scanning rows of others', async (_who, person, query) => {
    const { page } = statementsOf(network.db, resource, person, query)
    const { rows, read } = await explain(page.limit(51).compile())
    expect(rows).toBe(51)
    const organisations = await network.db.selectFrom('organisation').select('id').execute()
    expect(read).toBeLessThanOrEqual(51 * organisations.length)
  })

  it.each([
    ['a member', member([SILENT, 'Staff'])],
    ['a platform administrator', administrator],
  ])('is read by its id by %s', async (_who, person) => {
    const first = await network.db
      .selectFrom(resource.table as 'alert')
      .select('id')
      .where('organisation_id', '=', SILENT)
      .executeTakeFirstOrThrow()
    const one = select(network.db, resource, person).where(isRow(resource, first.id)).where(resource.reads(person))
    const { rows, read } = await explain(one.compile())
    expect(rows).toBe(1)
    expect(read).toBeLessThanOrEqual(100) // a partition with so few rows is read whole
  })

  it.each(cases)('are the same, in the same order, read page by page %s', async (_who, person, query) => {
    const all = resource.spread ? { ...resource, spread: () => null } : resource
    const first_pages = { ...query, limit: 120 }
    const expected = await statementsOf(network.db, all, person, first_pages).page.limit(120).execute()
    const pages: unknown[] = []
    for (let offset = 0; offset < 120; offset += 40) {
      const part = statementsOf(network.db, resource, person, { ...query, limit: 40, offset }).page
      pages.push(...(await part.limit(40).offset(offset).execute()))
    }
    expect(pages.map((row) => (row as { id: number }).id)).toEqual(expected.map((row) => (row as { id: number }).id))
  })
})

describe('tracker events', () => {
  const resource = resources.trackerevent

  const rare: ListQuery[] = [
    { outside_boundary: true },
    { repeated: true },
    { event: 'geofence' },
    { search: 'geofence' },
    { search: 'geofence', sort: '-fix_at' },
    { outside_boundary: true, sort: 'fix_at' },
  ]
  it.each(rare)('that do not exist are not searched for: %j', async (query) => {
    for (const person of [member([LOUD, 'Staff']), administrator]) {
      const { page, where } = statementsOf(network.db, resource, person, query)
      const { rows, read } = await explain(page.limit(51).compile())
      expect(rows).toBe(0)
      expect(read).toBeLessThanOrEqual(200) // kinds of event that are tried
      expect((await explain(countStatement(resource, where).compile(network.db))).read).toBeLessThanOrEqual(200)
    }
  })

  it.each(['fix_at', '-fix_at'])('of an organisation are read in the order of %s tracker by tracker', async (sort) => {
    const { page } = statementsOf(network.db, resource, member([LOUD, 'Staff']), { sort })
    const { rows, read } = await explain(page.limit(51).compile())
    expect(rows).toBe(51)
    expect(read).toBeLessThanOrEqual(3 * 51)
  })

  const searches = ['ign', 'SOS', '%', 'o', 'geofence', 'ſos']
  const orders = ['-received', 'fix_at']
  it.each(searches)('are found by a search for “%s” as without an index, in every order', async (search) => {
    const plain: Resource = { ...resource, spread: () => null, finds: () => null }
    for (const [_who, person, query] of cases) {
      for (const sort of orders) {
        const all = { ...query, sort, limit: 200, ...(search && { search }) }
        const expected = await idsOf(plain, person, all, 200)
        expect(await idsOf(resource, person, all, 200), `${_who}, ${sort}`).toEqual(expected)
        const [counted, known] = await Promise.all([resource, plain].map((one) => countOf(one, person, all)))
        expect(counted).toBe(known)
      }
    }
  })
})

async function idsOf(resource: Resource, person: Viewer, query: ListQuery, limit: number): Promise<number[]> {
  const rows = await statementsOf(network.db, resource, person, query).page.limit(limit).execute()
  return rows.map((row) => (row as { id: number }).id)
}

async function countOf(resource: Resource, person: Viewer, query: ListQuery): Promise<number> {
  const { where } = statementsOf(network.db, resource, person, query)
  return (await countStatement(resource, where).execute(network.db)).rows[0]!.total
}

/**
 * Runs a query.
 *
 * @returns its row count, and the rows scanned in the table or its partitions
 */
async function explain({ sql: text, parameters }: CompiledQuery): Promise<{ rows: number; read: number }> {
  const { rows } = await network.db.executeQuery(
    CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]),
  )
  const [{ Plan: plan }] = (rows as { 'QUERY PLAN': [{ Plan: PlanNode }] }[])[0]!['QUERY PLAN']
  return { rows: plan['Actual Rows'], read: readBy(plan) }
}

function readBy(node: PlanNode): number {
  const is_large = /^(tracker_event|alert|tracker_command)/.test(node['Relation Name'] ?? '')
  const own = is_large ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, part) => sum + readBy(part), own)
}

type PlanNode = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}
