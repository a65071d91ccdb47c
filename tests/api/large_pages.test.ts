import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PAGE_BYTES } from '#api/crud/pages/bytes.ts'
import { type Network, startNetwork } from '../network.ts'
import { type College, makeCollege } from '../seeds/college.ts'

const ROWS = 300
const BYTES = 40_000

let network: Network
let college: College
beforeAll(async () => {
  network = await startNetwork()
  college = await makeCollege(network, 'college')
  // What compresses well has its size, too. The first rows are small.
  await sql`insert into devactivity (organisation_id, user_id, target, learnings, completed_on)
    select ${college.id}, ${college.trainee.id}, 'Activity ' || i, repeat('x', case when i > 50 then ${BYTES}::int else 5 end),
      current_date - 400 + i from generate_series(1, ${ROWS}::int) i`.execute(network.db)
})
afterAll(() => network.stop())

type Page = { data: { id: number; target: string }[]; info: { total: number; next?: string; is_cut?: true } }

async function pagesOf(query: object): Promise<Page[]> {
  const pages: Page[] = []
  let after: string | undefined
  do {
    const page = (await college.trainee.client.list('devactivity', { ...query, after } as never)) as unknown as Page
    pages.push(page)
    after = page.info.next
  } while (after !== undefined)
  return pages
}

it.each(['id', '-id', 'completed_on', '-modified_at'])(
  'a list by %s ends before its limit, and continues without a gap',
  async (sort) => {
    const pages = await pagesOf({ sort, limit: 1000 })
    expect(pages.length).toBeGreaterThan(1)
    for (const { data, info } of pages) {
      expect(JSON.stringify(data).length).toBeLessThan(PAGE_BYTES + 2 * BYTES + 2000 * ROWS)
      expect(info.total).toBe(ROWS)
      expect(info.is_cut).toBe(info.next === undefined ? undefined : true)
    }
    const names = pages.flatMap(({ data }) => data.map(({ target }) => target))
    expect(new Set(names).size).toBe(ROWS)
    expect(names).toHaveLength(ROWS)
  },
)

it('a page of few rows is whole, and says nothing of it', async () => {
  const { data, info } = (await pagesOf({ sort: 'id', limit: 100 }))[0]!
  expect([data.length, info.is_cut]).toEqual([100, undefined])
})

it('a file has all rows', async () => {
  const response = await fetch(`${network.url}/api/v1/devactivities?format=csv`, {
    headers: { authorization: `Bearer ${college.trainee.token}` },
  })
  const text = await response.text()
  expect(text.match(/Activity \d+/g)).toHaveLength(ROWS)
  expect(text.length).toBeGreaterThan(PAGE_BYTES)
})
