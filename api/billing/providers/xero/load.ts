import { sql } from 'kysely'
import { linksTo } from '#messages/links.ts'
import type { ApiContext } from '../../../context.ts'
import { ProviderError } from '../errors.ts'
import { externalId, type Push } from '../pushes.ts'
import { readReference } from '../reference.ts'
import { type PushedDocument, type PushedLine, toXeroDocument, type XeroDocument } from './documents.ts'

/**
 * An invoice or credit note with what it needs at Xero.
 *
 * @throws {ProviderError} refused, where its contact or tax rate is not there
 */
export async function loadDocument(context: ApiContext, push: Push): Promise<Loaded> {
  const { db, config } = context
  const { rows } = await sql<Row>`
    select i.id, i.type, i.document_number, i.contact_id, i.amounts_are, i.currency, y.digits, i.issued_on::text, i.due_on::text,
      i.reference, i.tax, i.gross, i.contact->>'name' as contact_name
    from invoice i join currency y on y.code = i.currency where i.id = ${push.entity_id}`.execute(db)
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
  const types = row.amounts_are === 'no_tax' ? [] : await readReference(context, push.connection_id, 'taxrates')
  const pushed: PushedDocument = {
    ...row,
    number: row.document_number,
    contact_external_id,
    url: linksTo(config.public_url).invoice(row.id),
    branding_theme: null,
    lines: lines.map((line) => ({
      ...line,
      description: line.description || line.item_code || '-',
      // An item that Xero does not know would be refused; the description says what it is.
      item_code: null,
      tax_type: row.amounts_are === 'no_tax' ? 'NONE' : taxTypeOf(types, line),
    })),
  }
  return { number: row.document_number, pushed, request: toXeroDocument(pushed) }
}

/**
 * Xero's tax type of a line: that of the same code, else of the same name, else of the same rate.
 *
 * @throws {ProviderError} refused, where Xero has no such rate
 */
export function taxTypeOf(
  types: Record<string, unknown>[],
  line: Pick<Taxed, 'tax_code' | 'tax_name' | 'tax_rate'>,
): string {
  const usable = types.filter(
    (one) => one.Status !== 'DELETED' && one.Status !== 'ARCHIVED' && one.CanApplyToRevenue !== false,
  )
  const same_rate = usable.filter((one) => Number(one.EffectiveRate) === Number(line.tax_rate))
  const isCode = (one: Record<string, unknown>) => lower(one.TaxType) === lower(line.tax_code)
  const isName = (one: Record<string, unknown>) => lower(one.Name) === lower(line.tax_name)
  const chosen = same_rate.find(isCode) ?? same_rate.find(isName) ?? same_rate[0]
  if (chosen) return String(chosen.TaxType)
  throw new ProviderError('refused', `Xero has no tax rate of ${Number(line.tax_rate)} % for sales: add it there.`)
}

const lower = (text: unknown) => String(text ?? '').toLowerCase()

type Taxed = PushedLine & { tax_code: string; tax_name: string; tax_rate: string }
type Row = Pick<
  PushedDocument,
  'type' | 'amounts_are' | 'currency' | 'digits' | 'issued_on' | 'due_on' | 'reference' | 'tax' | 'gross'
> & {
  id: number
  document_number: string
  contact_id: number | null
  contact_name: string
}
type Loaded = { number: string; pushed: PushedDocument; request: XeroDocument }
