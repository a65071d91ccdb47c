import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { COUNTED } from '#api/crud/pages/totals.ts'
import type { Network } from '../network.ts'
import { guest } from '../people/accounts.people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
const ROWS = COUNTED + 500
beforeAll(async () => {
  network = await sharedNetwork()
  await sql`insert into tracker (organisation_id, number, name, token_sha256)
    select 1, 'page-' || i, case when i % 3 > 0 then 'name ' || i % 100 end, repeat('0', 64)
    from generate_series(1, ${ROWS}::int) i`.execute(network.db)
  await sql`analyze tracker`.execute(network.db)
})

describe('the pages of a list', () => {
  it.each(['name', '-name', 'number', '-id', '-created_at'] as const)(
    'follow by cursor, sorted by %s, without gaps or repetitions',
    async (sort) => {
      const seen: number[] = []
      let after: string | undefined
      do {
        const { data, info } = await network.admin.list('tracker', { sort, limit: 1000, ...(after && { after }) })
        seen.push(...data.map((row) => row.id))
        after = info.next
      } while (after)
      expect(seen).toHaveLength(ROWS)
      expect(new Set(seen).size).toBe(ROWS)
      const csv = await fetch(`${network.url}/api/v1/trackers?sort=${sort}&format=csv`, {
        headers: { authorization: `Bearer ${network.token}` },
      })
      const ids = (await csv.text())
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => Number(line.split(',')[0]))
      expect(ids).toEqual(seen)
    },
  )

  it('have an exact total for few rows, else an estimate', async () => {
    const few = await network.admin.list('tracker', { search: 'page-10', limit: 2 })
    const many = await network.admin.list('tracker', { limit: 2 })
    expect([few.info.total, few.info.total_is_estimated]).toEqual([few.info.total, undefined])
    const { n } = await network.db
      .selectFrom('tracker')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('number', 'like', '%page-10%')
      .executeTakeFirstOrThrow()
    expect(few.info.total).toBe(n)
    expect(many.info.total_is_estimated).toBe(true)
    expect(many.info.total).toBeGreaterThan(COUNTED)
  })

  it('are filtered by up to a hundred ids; missing ones are omitted', async () => {
    const ids = (await network.admin.list('tracker', { sort: '-id', limit: 100 })).data.map(({ id }) => id)
    const { data, info } = await network.admin.list('tracker', { ids, sort: '-id', limit: 100 })
    expect(data.map(({ id }) => id)).toEqual(ids)
    expect(info.total).toBe(100)
    const some = [ids[7]!, 999_999_999]
    expect((await network.admin.list('tracker', { ids: some })).data.map(({ id }) => id)).toEqual([ids[7]])
    expect((await network.admin.list('tracker', { ids: [ids[3]!] })).data).toHaveLength(1)
    await expect(network.admin.list('tracker', { ids: [...ids, 1] })).rejects.toMatchObject({
      status: 400,
      field: 'ids',
    })
  })

  it('have no next cursor on the last page', async () => {
    const { info } = await network.admin.list('tracker', { search: 'page-10', limit: 1000 })
    expect(info).not.toHaveProperty('next')
  })

  it.each([
    ['that is invalid', 'rubbish'],
    ['of another order', Buffer.from('["-id",null,5]').toString('base64url')],
    ['with a value of another type', Buffer.from('["name",[1],5]').toString('base64url')],
    ['without an id', Buffer.from('["name","x","5"]').toString('base64url')],
  ])('are refused a cursor %s', async (_name, after) => {
    const refused = await guest(network, network.token).refused('trackers', { sort: 'name', after }, 'GET')
    expect(refused).toMatchObject({ status: 400, field: 'after' })
  })

  it('are refused by CSV with the same message', async () => {
    const refused = await guest(network, network.token).refused('trackers', { format: 'csv', after: 'x' }, 'GET')
    expect(refused).toMatchObject({ status: 400, field: 'after' })
  })

  it('have a bounded offset', async () => {
    const refused = await guest(network, network.token).refused('trackers', { offset: 100_001 }, 'GET')
    expect(refused).toMatchObject({ status: 400, field: 'offset' })
  })
})
