import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { type Database, OrganisationHold, OrganisationImport } from '../tables/index.ts'
import { type Move, MoveError } from './format.ts'

/** A new move, written into the file of an export. The key leaves the installation in that encrypted file only. */
export const newMove = (): Move => ({ id: randomUUID(), key: randomBytes(32).toString('base64url') })

/**
 * The receipt of an import: an HMAC of what the importing installation has counted, by the key that only the file has.
 * The exporting one computes it of what it has written, so the same receipt proves that the file arrived whole.
 *
 * @returns 32 hexadecimal digits in groups of four
 */
export function receiptOf({ id, key }: Move, { organisation_id, rows, contents, history }: Counts): string {
  const tables = Object.entries(rows)
    .filter(([, count]) => count > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const counted = JSON.stringify([id, organisation_id, tables, contents, history])
  const digest = createHmac('sha256', Buffer.from(key, 'base64url')).update(counted).digest('hex')
  return digest.slice(0, 32).replace(/.{4}(?=.)/g, '$&-')
}

/** Keeps the digest of an export's receipt with its hold; an organisation that is not on hold has none to keep. */
export async function expectReceipt(db: Kysely<Database>, organisation_id: number, receipt: string): Promise<void> {
  await sql`update ${OrganisationHold.ref}
    set receipts_sha256 = receipts_sha256 || ${digestOf(receipt)}::text, exported_at = now(), modified_at = now()
    where organisation_id = ${organisation_id}`.execute(db)
}

/** @throws {MoveError} when the receipt is of no export that was made during the hold */
export function checkReceipt(receipts_sha256: string[], receipt: string | undefined): void {
  if (receipts_sha256.length === 0) {
    throw new MoveError('The organisation was not exported while on hold, so it cannot have moved.')
  }
  if (!receipt?.trim()) {
    throw new MoveError(
      'Give --receipt and the receipt that the import has printed at the other installation; there ' +
        '"organisation receipt" prints it again. Without it what is here may be all that there is.',
    )
  }
  if (!receipts_sha256.includes(digestOf(receipt))) {
    throw new MoveError(
      'This receipt is of no export of this organisation that was made since its hold began: it is mistyped, or of ' +
        'another file.',
    )
  }
}

/** Stores the receipt of an import with the organisation that it has brought. */
export async function keepReceipt(trx: Kysely<Database>, row: Kept): Promise<void> {
  await trx.insertInto(OrganisationImport.name).values(row).execute()
}

/** @throws {MoveError} when the organisation was not imported here */
export async function readReceipt(db: Kysely<Database>, organisation_id: number): Promise<string> {
  const kept = await db
    .selectFrom(OrganisationImport.name)
    .select('receipt')
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirst()
  if (!kept) throw new MoveError(`The organisation ${organisation_id} was not imported into this installation.`)
  return kept.receipt
}

/** Of the digits alone: a receipt is copied by people, with other dashes, spaces and capitals. */
const digestOf = (receipt: string) =>
  createHash('sha256')
    .update(receipt.toLowerCase().replace(/[^0-9a-z]/g, ''))
    .digest('hex')

type Counts = { organisation_id: number; rows: Record<string, number>; contents: number; history: number }
type Kept = { organisation_id: number; move_id: string; installation: number; receipt: string }
