import type { KeyRing } from '../keys/ring.ts'
import { keyOf, sealedOf } from '../keys/sealed.ts'
import type { Table } from '../tables/define_table.ts'
import { UserAccount } from '../tables/index.ts'
import type { Column } from '../tar/columns.ts'
import { MoveError } from './format.ts'

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

  /** Changes the lines of a table's rows so that their secrets are open; undefined for a table that has none. */
  opening(table: Table, columns: Columns): Transform | undefined {
    if (!hasSecrets(table)) return undefined
    return onRows(columns, (row) => {
      for (const [column, purpose] of sealedOf(table)) {
        const sealed = row[column]
        if (sealed != null) row[column] = this.#try(() => this.#keys.unseal(sealed, purpose(row[keyOf(table)]!)))
      }
      if (!table.has_wrapped_key) return
      const wrapped = { key_id: row.key_id!, wrapped_key: row.wrapped_key! }
      row.wrapped_key = this.#try(() => this.#keys.unwrap(wrapped).toString('base64'))
      if (row.wrapped_key === null)
        throw new MoveError(`The key ${row.key_id} of a file is lost: delete the file first.`)
      row.key_id = ''
    })
  }

  /** Seals them again with the keys of this installation. Contents are wrapped when they are stored (`files.ts`). */
  sealing(table: Table, columns: Columns): Transform | undefined {
    if (!hasSecrets(table)) return undefined
    return onRows(columns, (row) => {
      const { column, of, purpose } = table.found_by ?? {}
      if (column && row[of!] != null)
        row[column] = this.#keys.index(row[of!]!, purpose!(Number(row.organisation_id)))[0]!
      for (const [column, purpose] of sealedOf(table)) {
        if (row[column] != null) row[column] = this.#keys.seal(row[column], purpose(row[keyOf(table)]!))
      }
    })
  }

  /** The secret of a second factor, sealed for the account's new id. */
  sealedFor(totp_secret: string, { from, to }: { from: number; to: number }): string {
    const purpose = UserAccount.sealed!.totp_secret!
    return this.#keys.seal(this.#keys.unseal(totp_secret, purpose(String(from))), purpose(String(to)))
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

const hasSecrets = ({ sealed, has_wrapped_key }: Table) => Boolean(sealed ?? has_wrapped_key)

/** @param change changes a row, whose columns are texts */
function onRows(columns: Columns, change: (row: Record<string, string | null>) => void): Transform {
  return (line) => {
    const cells = JSON.parse(line) as (string | null)[]
    const row = Object.fromEntries(columns.map(({ name }, i) => [name, cells[i] ?? null]))
    change(row)
    return JSON.stringify(columns.map(({ name }) => row[name]))
  }
}

type Columns = Pick<Column, 'name'>[]
type Transform = (line: string) => string
