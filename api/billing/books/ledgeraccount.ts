import { sql } from 'kysely'
import { Type } from 'typebox'
import { Account } from '#db/tables/billing/account.ts'
import { AccountType } from '#db/tables/billing/values.ts'
import { Id } from '#db/tables/columns.ts'
import { checkName, Name } from '../../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { AppError } from '../../http/errors.ts'
import { billingAdministered, ofBooks } from '../access.ts'

const { code, type, active } = Account.columns

export const ledgeraccount = defineResource({
  name: 'ledgeraccount',
  plural: 'ledgeraccounts',
  noun: 'ledger account',
  about: 'List the accounts of the built-in books',
  table: 'account',
  row: Account.row,
  filters: {
    organisation_id: equals('organisation_id', Id),
    type: equals('type', AccountType),
    active: equals('active', Type.Boolean()),
  },
  search: ['code', 'name'],
  sort: { id: null, code: null, name: null, type: null },
  default_sort: 'code',
  reads: (viewer) => ofBooks(viewer, 'account'),
  writes: (viewer) => ofBooks(viewer, 'account'),
  quota: { organisation: 'billing_definitions' },

  create: {
    body: bodyOf({ code, name: Name }, { organisation_id: Id, type, active }),
    async run(trx, viewer, { organisation_id: named, ...body }) {
      const organisation_id = await billingAdministered(trx, viewer, named)
      return rows(trx, 'account').insert({ ...body, organisation_id, name: checkName(body.name) })
    },
  },
  update: {
    // The code is what lines, products and providers name: it stays.
    body: bodyOf({}, { name: Name, type, active }),
    run: (trx, _viewer, body) => rows(trx, 'account').update({ ...body, name: checkName(body.name) }),
  },
  async remove(trx, _viewer, target) {
    const { rows: used } = await sql`select 1 from account a where a.id = ${target.id} and (
      exists (select from invoice_line l where l.organisation_id = a.organisation_id and l.account_code = a.code)
      or exists (select from product p where p.organisation_id = a.organisation_id and p.account_code = a.code)
      or exists (select from billing_config b where b.organisation_id = a.organisation_id and b.account_code = a.code))`.execute(
      trx,
    )
    if (used.length > 0) {
      throw new AppError('not_possible', 'Invoices or products have this account. Please switch it off (active).')
    }
    await rows(trx, 'account').remove(target)
  },
})
