import { sql } from 'kysely'
import { linksTo } from '#messages/links.ts'
import type { ApiContext } from '../../../context.ts'
import { ProviderError } from '../errors.ts'
import { externalId, type Push } from '../pushes.ts'
import { type ReferenceKind, readReference } from '../reference.ts'
import { type PushedDocument, toXeroDocument, type XeroDocument } from './documents.ts'
import { itemOf, rateOf, taxTypeOf, themeOf } from './matches.ts'

/**
 * An invoice or credit note with what it needs at Xero.
 *
 * @throws {ProviderError} refused, where its contact or tax rate is not there
 */
export async function loadDocument(context: ApiContext, push: Push): Promise<Loaded> {
  const { db, config } = context
  const { rows } = await sql<Row>`
    select i.id, i.type, i.document_number, i.contact_id, i.amounts_are, i.currency, y.digits, i.issued_on::text, i.due_on::text,
      i.reference, i.tax, i.gross, i.exchange_rate, i.contact->>'name' as contact_name, b.currency as own_currency,
      t.name as theme_name
    from invoice i join currency y on y.code = i.currency join billing_config b on b.organisation_id = i.organisation_id
    left join branding_theme t on t.id = i.branding_theme_id where i.id = ${push.entity_id}`.execute(db)
  const row = rows[0]
  if (!row) throw new ProviderError('refused', 'The document was deleted.')
  if (row.contact_id === null) throw new ProviderError('refused', 'Its contact was deleted.')
  const { tenant_id } = push.payload
  const contact_external_id = await externalId(db, { tenant_id, entity: 'contact', entity_id: row.contact_id })
  if (!contact_external_id) {
    throw new ProviderError('refused', `The contact ${row.contact_name} is not at Xero: mend and retry that first.`)
  }
  const lines = await db
    .selectFrom('invoice_line')
    .selectAll()
    .where('invoice_id', '=', row.id)
    .orderBy('position')
    .execute()
  const read = (kind: ReferenceKind) => readReference(context, push.connection_id, kind)
  const types = row.amounts_are === 'no_tax' ? [] : await read('taxrates')
  const items = lines.some(({ item_code }) => item_code !== '') ? await read('items') : []
  const pushed: PushedDocument = {
    ...row,
    number: row.document_number,
    contact_external_id,
    url: linksTo(config.public_url).invoice(row.id),
    branding_theme: row.theme_name === null ? null : themeOf(await read('brandingthemes'), row.theme_name),
    exchange_rate: row.exchange_rate === null ? null : rateOf(await read('organisation'), row),
    lines: lines.map((line) => ({
      ...line,
      description: line.description || line.item_code || '-',
      item: itemOf(items, line.item_code),
      tax_type: row.amounts_are === 'no_tax' ? 'NONE' : taxTypeOf(types, line),
    })),
  }
  return { number: row.document_number, pushed, request: toXeroDocument(pushed) }
}

type Row = Pick<
  PushedDocument,
  | 'type'
  | 'amounts_are'
  | 'currency'
  | 'digits'
  | 'exchange_rate'
  | 'issued_on'
  | 'due_on'
  | 'reference'
  | 'tax'
  | 'gross'
> & {
  id: number
  document_number: string
  contact_id: number | null
  contact_name: string
  own_currency: string
  theme_name: string | null
}
type Loaded = { number: string; pushed: PushedDocument; request: XeroDocument }
