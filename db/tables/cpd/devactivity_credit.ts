import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { CapPer, Unit } from './values.ts'

/** A part of an activity in a category, in hundredths, with the rate and cap of its day. */
export const DevactivityCredit = defineTable({
  name: 'devactivity_credit',
  columns: {
    devactivity_id: Id,
    devcategory_id: Id,
    code: Type.String(),
    hours: Type.Integer({ minimum: 0 }),
    credit: Type.Integer({ minimum: 0 }),
    unit: Unit,
    items: Nullable(Type.Integer({ minimum: 1 })),
    rate: Nullable(Type.Integer({ minimum: 0 })),
    rate_per: Nullable(Type.Unsafe<'hour' | 'item'>(Type.String({ enum: ['hour', 'item'] }))),
    item_hours: Nullable(Type.Integer({ minimum: 0 })),
    cap: Nullable(Type.Integer({ minimum: 0 })),
    cap_per: Nullable(CapPer),
  },
  required: ['devactivity_id', 'devcategory_id', 'code', 'hours', 'credit', 'unit'],
  moves: { rows: (id) => sql`t.devactivity_id in (select id from devactivity where organisation_id = ${id})` },
})
