import type { Kysely } from 'kysely'
import { isWithin } from '#db/networks.ts'
import type { Database } from '#db/tables/index.ts'
import type { Identity } from './identity.ts'

/**
 * Finds the tracker of a device that has no secret: by its number, and the network that it comes from where its tracker
 * is tied to some.
 *
 * @throws while the database is away
 */
export async function recognise(
  db: Kysely<Database>,
  number: string,
  address: string,
): Promise<Identity | { refused: Unrecognised }> {
  const names = spellings(number)
  if (names.length === 0) return { refused: 'unknown number' }
  const rows = await db
    .selectFrom('tracker')
    .select(['id', 'organisation_id', 'number', 'active', 'source_networks'])
    .where('number', 'in', names)
    .execute()
  // The number as the device says it goes before any other way to write it.
  const tracker = names.flatMap((name) => rows.find((row) => row.number === name) ?? [])[0]
  if (!tracker) return { refused: 'unknown number' }
  if (!tracker.active) return { refused: 'switched off' }
  if (!isWithin(tracker.source_networks, address)) return { refused: 'wrong network' }
  return { tracker_id: tracker.id, organisation_id: tracker.organisation_id, number: tracker.number }
}

/**
 * The ways to write a device's number. Devices pad an IMEI with zeros or leave the leading ones out, and some leave out
 * its last digit, which only checks the others (3GPP TS 23.003 §6.2.1).
 */
export function spellings(number: string): string[] {
  if (!/^[^\s\p{Cc}\p{Cs}]{1,64}$/u.test(number)) return []
  if (!/^\d{8,17}$/.test(number)) return [number]
  const bare = number.replace(/^0+/, '')
  const padded = bare.padStart(15, '0')
  const all = [number, bare, padded]
  if (bare.length === 14) all.push(bare + checkDigit(bare))
  if (bare.length === 15 && checkDigit(bare.slice(0, 14)) === bare[14]) all.push(bare.slice(0, 14))
  return [...new Set(all)].filter(Boolean)
}

/** Luhn's, over the fourteen digits of an IMEI. */
function checkDigit(digits: string): string {
  let sum = 0
  for (const [i, digit] of [...digits].entries()) {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return String((10 - (sum % 10)) % 10)
}

export type Unrecognised = 'unknown number' | 'switched off' | 'wrong network'
