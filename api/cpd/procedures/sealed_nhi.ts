import type { KeyRing } from '#db/keys/ring.ts'
import { purposes } from '#db/tables/purposes.ts'
import { wrong } from '../../http/errors.ts'
import { isNhi, maskedNhi, normalisedNhi } from '../nhi.ts'

/**
 * The columns of a health number: sealed with the key ring, an HMAC to find it by, and what lists show.
 *
 * @throws {AppError} bad_request for a number whose check digit is wrong
 */
export function sealNhi(
  keys: KeyRing,
  { id, organisation_id, nhi }: { id: number; organisation_id: number; nhi: string | null },
) {
  if (nhi === null || nhi.trim() === '') return { nhi_sealed: null, nhi_index: null, nhi_mask: null }
  checkNhi(nhi)
  const number = normalisedNhi(nhi)
  return {
    nhi_sealed: keys.seal(number, purposes.nhi(id)),
    nhi_index: keys.index(number, purposes.nhi_index(organisation_id))[0]!,
    nhi_mask: maskedNhi(number),
  }
}

/** @throws {AppError} bad_request for a number whose check digit is wrong */
export function checkNhi(nhi: string): void {
  if (!isNhi(nhi)) throw wrong('nhi', 'is not a National Health Index number.')
}

/** The values by which a number is found: one for each key of the ring. */
export function indexesOf(keys: KeyRing, organisation_id: number, nhi: string): string[] {
  checkNhi(nhi)
  return keys.index(normalisedNhi(nhi), purposes.nhi_index(organisation_id))
}
