import { wrongTaxNumber } from '../../crud/tax_numbers/tax_numbers.ts'
import { wrong } from '../../http/errors.ts'

/** An address in the Peppol network: a scheme of the code list EAS, and an identifier of it. */
export type Endpoint = { scheme: string; id: string }

/** Of an address as it is stored: scheme, colon, identifier. */
export function endpointOf(address: string | null | undefined): Endpoint | null {
  const [, scheme, id] = /^(\d{4}):(.+)$/.exec(address?.trim() ?? '') ?? []
  return scheme && id ? { scheme, id } : null
}

/**
 * Checks the digits of business numbers: of New Zealand's (scheme 0088) and Australia's (0151). Other schemes are taken as
 * they are.
 *
 * @throws {AppError} bad_request for a wrong check digit
 */
export function checkElectronicAddress(address: string | null | undefined): void {
  const endpoint = endpointOf(address)
  if (!endpoint) return
  const { scheme, id } = endpoint
  const is_wrong =
    (scheme === GLN && !isGln(id)) || (scheme === ABN && wrongTaxNumber(id.replace(/\s/g, ''), 'AU') !== null)
  if (is_wrong)
    throw wrong('electronic_address', `${id} is not a number of the scheme ${scheme}: its check digit differs.`)
}

/** @source https://www.gs1.org/services/how-calculate-check-digit-manually */
function isGln(id: string): boolean {
  if (!/^\d{13}$/.test(id)) return false
  const sum = [...id].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

const GLN = '0088'
const ABN = '0151'
