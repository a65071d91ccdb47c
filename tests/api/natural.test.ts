import { CompiledQuery, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { statementsOf } from '#api/crud/lists.ts'
import type { Resource } from '#api/crud/resource.ts'
import type { Viewer } from '#api/crud/viewer.ts'
import { resources } from '#api/domains.ts'
import { natural } from '#db/tables/natural.ts'
import type { Network } from '../network.ts'
import { stranger } from '../seeds/viewer.ts'
import { sharedNetwork } from '../shared_network.ts'

const admin: Viewer = { ...stranger, platform_admin: true }
/** As people read them. */
const names = ['Ärzte 1', 'bus 2', 'Bus 3', 'Bus 03a', 'Büs 10', 'Bus 10 b2', 'Bus 10 b11', 'Bus 100', 'Van', 'Van 1']

let network: Network
beforeAll(async () => {
  network = await sharedNetwork()
  await sql`insert into tracker (organisation_id, number, name, token_sha256, demo)
    select 1, 'natural-' || i, name, repeat('0', 64), name like 'Demo%'
    from unnest(${[...names.toReversed(), 'Demo 2', 'Demo 10']}::text[]) with ordinality as n (name, i)`.execute(
    network.db,
  )
  await sql`insert into boundary (organisation_id, name, geometry)
    select 1, 'Area ' || i, ST_Multi(ST_MakeEnvelope(0, 0, 1, 1, 4326)) from generate_series(1, 12) i`.execute(
    network.db,
  )
})

describe('names are sorted as people read them', () => {
  it('trackers, those of the demo last, page by page in either direction', async () => {
    expect(await all('name')).toEqual([...names, 'Demo 2', 'Demo 10'])
    expect(await all('-name')).toEqual(['Demo 10', 'Demo 2', ...names.toReversed()])
  })

  it('boundaries', async () => {
    const { data } = await network.admin.list('boundary', { organisation_id: 1, search: 'Area' })
    expect(data.map(({ name }) => name)).toEqual(Array.from({ length: 12 }, (_, i) => `Area ${i + 1}`))
  })

  it('a name of many numbers has a key that an index can hold', async () => {
    const long = Array.from({ length: 200 }, (_, i) => (i % 2 ? '☃' : '7')).join('')
    const { rows } = await sql<{ bytes: number }>`
      select octet_length(${natural(sql`${long}::text`)}) as bytes`.execute(network.db)
    expect(rows[0]!.bytes).toBeLessThan(2400)
  })

  it.each([
    ['tracker', 'tracker_name', {}],
    ['boundary', 'boundary_name', {}],
    ['invoicing/contact', 'contact_organisation', {}],
    ['reportschedule', 'report_schedule_name', {}],
    ['file', 'file_listed', { parent_file_id: 1, deleted: false }],
  ] as const)('a page of %s is read from an index', async (name, index, query) => {
    const resource = (resources as unknown as Record<string, Resource>)[name]!
    const { page } = statementsOf(network.db, resource, admin, { organisation_id: 1, sort: 'name', ...query })
    const { sql: text, parameters } = page.limit(51).compile()
    const plan = await network.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      await sql`set local enable_sort = off`.execute(trx)
      const { rows } = await trx.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]))
      return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain(index)
    expect(plan).not.toMatch(/Sort Key: .*(natural_key|regexp_replace)/)
  })
})

async function all(sort: 'name' | '-name'): Promise<(string | null)[]> {
  const found: (string | null)[] = []
  let after: string | undefined
  do {
    const page = await network.admin.list('tracker', { organisation_id: 1, sort, limit: 5, ...(after && { after }) })
    found.push(...page.data.map(({ name }) => name))
    after = page.info.next
  } while (after)
  return found
}
