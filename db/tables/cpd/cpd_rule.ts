import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, OpenJson } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { standardsOf } from './cpd_standard.ts'
import { Flags, RuleKind, RulePer, Tags } from './values.ts'

/** One requirement of a standard. `amount` is hundredths; `share_max` is of what another rule counts. */
export const CpdRule = defineTable({
  name: 'cpd_rule',
  columns: {
    id: Id,
    cpd_standard_id: Id,
    code: Type.String({ minLength: 1, maxLength: 100 }),
    position: Type.Integer({ minimum: 0 }),
    kind: RuleKind,
    category_codes: Type.Array(Type.String({ maxLength: 50 }), { maxItems: 50 }),
    tags: Tags,
    flags: Flags,
    unit: Nullable(Type.String({ maxLength: 20 })),
    amount: Type.Integer({ minimum: 0 }),
    share_of_rule_id: Nullable(Id),
    per: RulePer,
    window_months: Nullable(Type.Integer({ minimum: 1 })),
    for_qualification: Nullable(Type.String({ maxLength: 200 })),
    sentence: Type.String({ maxLength: 1000 }),
    options: OpenJson(),
  },
  required: ['cpd_standard_id', 'code', 'position', 'kind'],
  moves: {
    rows: (id) => sql`t.cpd_standard_id in
      (select id from cpd_standard where organisation_id = ${id} union ${standardsOf(id)})`,
  },
})
