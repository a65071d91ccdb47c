import type { ApiContext } from '../../context.ts'
import { findConnected } from './connections.ts'
import { orAppError } from './errors.ts'
import { type ReferenceKind, readReference } from './reference.ts'

/**
 * The books of the connected accounting provider, with the fields of the built-in ones where it has them.
 *
 * @returns null where none is connected, or its books are not chosen yet
 * @throws {AppError} unavailable while the provider does not answer and nothing was read before
 */
export async function readProviderBooks(
  context: ApiContext,
  organisation_id: number,
  kind: BooksKind,
): Promise<Entry[] | null> {
  if (!context.config.providers.xero) return null
  const connection = await findConnected(context.db, organisation_id, 'xero')
  if (!connection?.tenant_id) return null
  const { id } = connection
  const read = (of: ReferenceKind) => orAppError(readReference(context, id, of))
  switch (kind) {
    case 'items':
      return (await read('items')).filter(({ IsSold }) => IsSold !== false).map(toItem)
    case 'currencies':
      return (await read('currencies')).map(({ Code, Description }) => ({
        code: Code,
        digits: 2,
        name: Description ?? Code,
      }))
    case 'taxtypes':
      return (await read('taxrates')).filter(isUsable).map(({ TaxType, Name }) => ({ code: TaxType, name: Name }))
    case 'taxrates':
      return (await read('taxrates')).filter(isUsable).map(toTaxRate)
    case 'accounts':
      return (await read('accounts')).filter(({ Status, Code }) => Status !== 'ARCHIVED' && Code).map(toAccount)
    case 'brandingthemes':
      return (await read('brandingthemes')).map(({ BrandingThemeID, Name }) => ({
        id: BrandingThemeID,
        name: Name,
        logo_file_id: null,
        terms: '',
        footer: '',
      }))
  }
}

const isUsable = ({ Status, CanApplyToRevenue }: Entry) =>
  Status !== 'DELETED' && Status !== 'ARCHIVED' && CanApplyToRevenue !== false

function toItem({ ItemID, Code, Name, Description, SalesDetails }: Entry): Entry {
  const { UnitPrice, AccountCode, TaxType } = (SalesDetails ?? {}) as Entry
  return {
    id: ItemID,
    code: Code,
    name: Name ?? Code,
    description: Description ?? '',
    unit_price: UnitPrice === undefined ? null : String(UnitPrice),
    account_code: AccountCode ?? null,
    tax_code: TaxType ?? null,
  }
}

const toTaxRate = ({ TaxType, Name, EffectiveRate }: Entry): Entry => ({
  id: TaxType,
  code: TaxType,
  name: Name,
  type: Number(EffectiveRate) === 0 ? 'zero' : 'standard',
  rate: Number(EffectiveRate ?? 0).toFixed(4),
  effective_from: null,
  effective_to: null,
})

const toAccount = ({ AccountID, Code, Name, Type, EnablePaymentsToAccount }: Entry): Entry => ({
  id: AccountID,
  code: Code,
  name: Name,
  type: String(Type ?? '').toLowerCase(),
  takes_payments: Type === 'BANK' || EnablePaymentsToAccount === true,
})

type BooksKind = 'items' | 'currencies' | 'taxtypes' | 'taxrates' | 'accounts' | 'brandingthemes'
type Entry = Record<string, unknown>
