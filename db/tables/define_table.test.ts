import type { Insertable } from 'kysely'
import { Type } from 'typebox'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { Id, Nullable } from './columns.ts'
import { defineTable, type KyselyTable, type RowOf } from './define_table.ts'

const columns = { id: Id, name: Type.String(), note: Nullable(Type.String()) }
const Place = defineTable({ name: 'place', columns, defaults: ['id', 'note'] })
const Spot = defineTable({ name: 'spot', columns, required: ['name'] })

describe('a declared table', () => {
  it('gives the schema of its rows', () => {
    expect(Place.row).toEqual(Type.Object(columns))
    expectTypeOf<RowOf<typeof Place>>().toEqualTypeOf<{ id: number; name: string; note: string | null }>()
  })

  it('takes the optional columns of an insert, or the required ones', () => {
    expect(Spot.defaults).toEqual(Place.defaults)
    expectTypeOf<Insertable<KyselyTable<typeof Place>>>().toEqualTypeOf<Insertable<KyselyTable<typeof Spot>>>()
    expectTypeOf<{ name: string }>().toExtend<Insertable<KyselyTable<typeof Place>>>()
    expectTypeOf<{ note: string }>().not.toExtend<Insertable<KyselyTable<typeof Place>>>()
  })
})
