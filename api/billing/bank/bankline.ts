import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { BankLine } from '#db/tables/billing/bank_line.ts'
import { BankLineState } from '#db/tables/billing/values.ts'
import { DateOnly, Id } from '#db/tables/columns.ts'
import { defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { ofBooks } from '../access.ts'

const { bank_key: _, ...columns } = BankLine.columns

/** Read only: lines come with their statement, and are confirmed, undone and set aside by actions. */
export const bankline = defineResource({
  name: 'bankline',
  plural: 'banklines',
  noun: 'bank line',
  about: 'List the lines of bank statements',
  table: 'bank_line',
  joins: { c: { table: 'currency', on: sql<SqlBool>`c.code = bank_line.currency` } },
  row: Type.Object({ ...columns, digits: Type.Integer({ description: 'Places of the currency' }) }),
  computed: { digits: sql.ref('c.digits') },
  filters: {
    organisation_id: equals('organisation_id', Id),
    bank_statement_id: equals('bank_statement_id', Id),
    state: equals('state', BankLineState),
    from: defineFilter(DateOnly, (day) => sql<SqlBool>`bank_line.day >= ${day}`),
    until: defineFilter(DateOnly, (day) => sql<SqlBool>`bank_line.day <= ${day}`),
  },
  search: ['name', 'reference', 'details'],
  sort: { id: null, day: null, amount: null, name: null },
  default_sort: '-day',
  reads: (viewer) => ofBooks(viewer, 'bank_line'),
  writes: (viewer) => ofBooks(viewer, 'bank_line'),
})
