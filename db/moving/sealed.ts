import { purposes } from '../keys/purposes.ts'
import type { KeyRing } from '../keys/ring.ts'
import { sealedColumns } from '../keys/sealed.ts'
import { MoveError } from './format.ts'
import type { TableName } from './plan.ts'

/**
 * Opens and seals the secrets of rows. Within the file they are in plain, so the file itself is encrypted: a key ring
 * never leaves its installation.
 */
export class Secrets {
  readonly #keys: KeyRing
  /** Values that could not be opened, such as those of a lost key. */
  lost = 0

  constructor(keys: KeyRing) {
    this.#keys = keys
  }

  has(table: TableName): boolean {
    return table === 'file_content' || sealedColumns.some((sealed) => sealed.table === table)
  }

  /** @param row by column, as texts; changed in place */
  open(table: TableName, row: Row): void {
    for (const { column, purpose } of ofTable(table)) {
      const sealed = row[column]
      if (sealed == null) continue
      row[column] = this.#try(() => this.#keys.unseal(sealed, purpose(row.id!)))
    }
    if (table === 'file_content') {
      const wrapped = { key_id: row.key_id!, wrapped_key: row.wrapped_key! }
      row.wrapped_key = this.#try(() => this.#keys.unwrap(wrapped).toString('base64'))
      if (row.wrapped_key === null)
        throw new MoveError(`The key ${row.key_id} of a file is lost: delete the file first.`)
      row.key_id = ''
    }
  }

  /** @param row by column, as texts; changed in place */
  seal(table: TableName, row: Row): void {
    if (table === 'procedure' && row.nhi_sealed != null) {
      // Found by an HMAC of this installation's key.
      row.nhi_index = this.#keys.index(row.nhi_sealed, purposes.nhi_index(Number(row.organisation_id)))[0]!
    }
    for (const { column, purpose } of ofTable(table)) {
      if (row[column] != null) row[column] = this.#keys.seal(row[column], purpose(row.id!))
    }
  }

  /** The secret of a second factor, sealed for the account's new id. */
  sealedFor(totp_secret: string, { from, to }: { from: number; to: number }): string {
    return this.#keys.seal(this.#keys.unseal(totp_secret, purposes.totp(from)), purposes.totp(to))
  }

  #try(open: () => string): string | null {
    try {
      return open()
    } catch {
      this.lost++
      return null
    }
  }
}

const ofTable = (table: TableName) => sealedColumns.filter((sealed) => sealed.table === table)

export type Row = Record<string, string | null>
