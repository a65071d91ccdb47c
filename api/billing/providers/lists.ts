import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { answerWith, defineAction } from '../../crud/action.ts'
import { billingAdministered } from '../access.ts'
import { type BooksKind, type BooksRow, readBooks } from './sources.ts'

const summaries = {
  items: 'List what lines of invoices may name',
  currencies: 'List the currencies, with the places of their minor unit',
  taxtypes: 'List the kinds of tax',
  taxrates: 'List the tax rates that are in force today',
  accounts: 'List the accounts',
  brandingthemes: 'List how invoices may look',
} as const

/** The books that invoices are written in: those of the connected accounting provider, else the built-in ones. */
const list = <const Kind extends BooksKind>(kind: Kind) =>
  defineAction({
    method: 'GET',
    path: `invoicing/${kind}` as const,
    tags: ['invoicing'],
    summary: summaries[kind],
    query: Type.Object({ organisation_id: Type.Optional(Id) }, { additionalProperties: false }),
    answer: Type.Array(Type.Unsafe<BooksRow[Kind]>(Type.Any())),
    async run({ context, viewer, query }) {
      const organisation_id = await billingAdministered(context.db, viewer, query.organisation_id)
      const { rows, source } = await readBooks(context, organisation_id, kind)
      return answerWith(rows, { info: { source, total: rows.length } })
    },
  })

export const books = [
  list('items'),
  list('currencies'),
  list('taxtypes'),
  list('taxrates'),
  list('accounts'),
  list('brandingthemes'),
] as const
