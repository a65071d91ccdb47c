import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bigints } from '#db/arrays.ts'
import type { Database } from '#db/tables/index.ts'
import { type Network, startNetwork } from '../network.ts'

let network: Network
let db: Kysely<Database>
beforeAll(async () => {
  network = await startNetwork()
  db = network.server.database.db
})
afterAll(() => network.stop())

const echo = (values: {
  text: string | null
  numbers: number[]
  body: object | null
}) => sql<Described>`/* test_described */
  select ${values.text}::text as text, array_length(${bigints(values.numbers)}::bigint[], 1) as count,
    ${values.body === null ? null : JSON.stringify(values.body)}::jsonb as body, now() as moment, 2.5::float8 as number,
    null::text as nothing`
type Described = { text: string | null; count: number; body: object | null; moment: string; number: number }

describe('a named statement', () => {
  it('is prepared once and takes other values each time', async () => {
    // Often enough to be planned for all values.
    for (let i = 1; i <= 10; i++) {
      const body = i % 3 === 0 ? null : { i, text: 'ā' }
      const text = i % 2 === 0 ? null : `text ${i}`
      const { rows } = await echo({ text, numbers: Array.from({ length: i }, () => i), body }).execute(db)
      expect(rows).toEqual([
        { text, count: i, body, moment: expect.stringMatching(/^\d{4}-.*T.*Z$/), number: 2.5, nothing: null },
      ])
    }
  })

  it('says how many rows it has changed', async () => {
    const rename = (name: string) =>
      sql`/* test_rename */ update organisation set name = ${name} where true`.execute(db)
    expect((await rename('First')).numAffectedRows).toBe(1n)
    expect((await rename('Second')).numAffectedRows).toBe(1n)
  })

  it('is refused with the code and the constraint, and the next one is not', async () => {
    const divide = (by: number, on: Kysely<Database>) =>
      sql<{ result: number }>`/* test_divide */ select 1 / ${by}::int as result`.execute(on)
    for (let i = 0; i < 2; i++) {
      await expect(divide(0, db)).rejects.toMatchObject({ code: '22012' })
      expect((await divide(1, db)).rows).toEqual([{ result: 1 }])
    }
    const failing = db.transaction().execute(async (trx) => {
      await sql`/* test_rename */ update organisation set name = ${'Third'} where true`.execute(trx)
      await divide(0, trx)
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await db.selectFrom('organisation').select('name').execute()).toEqual([{ name: 'Second' }])
    const { id } = await db.selectFrom('organisation').select('id').executeTakeFirstOrThrow()
    const insert = () => sql`/* test_insert */ insert into organisation (id, name) values (${id}, 'Double')`.execute(db)
    await expect(insert()).rejects.toMatchObject({ code: '23505', constraint: 'organisation_pkey' })
    await expect(insert()).rejects.toMatchObject({ code: '23505', constraint: 'organisation_pkey' })
  })

  it('has one text', async () => {
    await sql`/* test_text */ select 1`.execute(db)
    await expect(sql`/* test_text */ select 2`.execute(db)).rejects.toThrow(/prepared statement/i)
  })
})
