import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListQuery } from '#api/crud/list_query.ts'
import { statementsOf } from '#api/crud/lists.ts'
import { countStatement } from '#api/crud/pages/totals.ts'
import { isRow, select } from '#api/crud/query.ts'
import type { Resource } from '#api/crud/resource.ts'
import type { Viewer } from '#api/crud/viewer.ts'
import { resources } from '#api/domains.ts'
import { type Network, startNetwork } from '../network.ts'
import { stranger } from '../seeds/viewer.ts'

let network: Network
beforeAll(async () => {
  network = await startNetwork()
})
afterAll(() => network.stop())

/** Tables with few rows in any installation. */
const small = ['role']
const member = (role_name: Viewer['memberships'][number]['role_name']): Viewer => ({
  ...stranger,
  memberships: [
    {
      organisation_id: 1,
      organisation_name: 'ours',
      role_name,
      cpd_role: null,
      group_ids: null,
      features: ['tracking', 'files'],
    },
  ],
})
const platform_admin = { ...stranger, platform_admin: true }
/** The last column is the filter beside the order: people work in one organisation at a time. */
const people: [string, Viewer, ListQuery][] = [
  ['an Administrator', member('Administrator'), {}],
  ['a User', member('User'), {}],
  ['a platform administrator in an organisation', platform_admin, { organisation_id: 1 }],
]
/** Unbounded tables are also read by index over all organisations. */
const endless: Resource[] = ['alert', 'auditlog', 'trackerevent'].map(
  (name) => (resources as unknown as Record<string, Resource>)[name]!,
)
const values: Record<string, unknown> = {
  organisation_id: 1,
  user_id: 1,
  tracker_id: 1,
  entity_id: 1,
  active: true,
  open: true,
  confirmed: true,
  ids: [1, 2],
  report: 'alerts',
  role_name: 'User',
  kind: 'alarm',
  from: '2026-01-01T00:00:00Z',
  to: '2026-02-01T00:00:00Z',
}

/** With enable_seqscan off, the planner uses a sequential scan only if there is no other plan. */
async function planOf(query: CompiledQuery): Promise<string> {
  return network.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    const { rows } = await trx.executeQuery(CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]))
    return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n')
  })
}

const lists = Object.values(resources).filter(({ table }) => !small.includes(table))

describe.each(people)('lists of %s', (_who, person, where) => {
  const theirs = lists.filter(({ filters }) => Object.keys(where).every((name) => name in filters))
  it.each(theirs.map((resource) => [resource.plural, resource] as const))('use an index: %s', async (_, resource) => {
    const sorts: ListQuery[] = Object.keys(resource.sort).flatMap((sort) => [{ sort }, { sort: `-${sort}` }])
    const filters: ListQuery[] = Object.keys(resource.filters)
      .filter((name) => name in values)
      .map((name) => ({ [name]: values[name] }))
    for (const query of [...sorts, ...filters]) await expectIndexed(resource, person, { ...where, ...query })
  })
})

it.each(endless.map((resource) => [resource.plural, resource] as const))(
  'a platform administrator reads %s of all organisations, and a single row, by an index',
  async (_, resource) => {
    await expectIndexed(resource, platform_admin, {})
    const one = select(network.db, resource, platform_admin)
      .where(isRow(resource, 1))
      .where(resource.reads(platform_admin))
    expect(await planOf(one.compile())).not.toContain('Seq Scan')
  },
)

async function expectIndexed(resource: Resource, person: Viewer, query: ListQuery): Promise<void> {
  const { page, where } = statementsOf(network.db, resource, person, query)
  const plans = [await planOf(page.limit(51).compile())]
  // Unfiltered totals are counted in scan order, up to the bound.
  if (person !== platform_admin) plans.push(await planOf(countStatement(resource, where).compile(network.db)))
  for (const plan of plans) expect(plan, JSON.stringify(query)).not.toContain('Seq Scan')
}
