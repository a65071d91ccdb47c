import { sql } from 'kysely'
import { Type } from 'typebox'
import { BankStatement } from '#db/tables/billing/bank_statement.ts'
import { Id } from '#db/tables/columns.ts'
import { defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { AppError } from '../../http/errors.ts'
import { ofBooks } from '../access.ts'

const linesOf = (state: string | null) => sql`(select count(*)::int from bank_line l
  where l.bank_statement_id = bank_statement.id ${state === null ? sql`` : sql`and l.state = ${state}`})`

/** Imported by an action, from a file of the bank. */
export const bankstatement = defineResource({
  name: 'bankstatement',
  plural: 'bankstatements',
  noun: 'bank statement',
  about: 'List the statements of banks that were imported',
  table: 'bank_statement',
  row: Type.Object({ ...BankStatement.columns, lines_count: Type.Integer(), open_count: Type.Integer() }),
  computed: { lines_count: linesOf(null), open_count: linesOf('open') },
  filters: { organisation_id: equals('organisation_id', Id) },
  search: ['name', 'account'],
  sort: { id: null, name: null, created_at: null },
  default_sort: '-id',
  reads: (viewer) => ofBooks(viewer, 'bank_statement'),
  writes: (viewer) => ofBooks(viewer, 'bank_statement'),
  async remove(trx, _viewer, target) {
    const { rows: used } = await sql`select 1 from bank_line where bank_statement_id = ${target.id}
      and confirmed_count > 0 limit 1`.execute(trx)
    if (used.length > 0) {
      throw new AppError('not_possible', 'Lines of this statement are in the ledger: it is kept with them.')
    }
    await rows(trx, 'bank_statement').remove(target)
  },
})
