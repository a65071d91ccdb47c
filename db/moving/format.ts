import { Organisation } from '../tables/organisations/organisation.ts'
import type { Described } from '../tar/moment.ts'

/** The version of the format of an exported organisation. */
export const FORMAT = 2

/** Tells the file from a backup. */
export const KIND = Organisation.name

/** The first entry of an exported organisation. */
export type Manifest = Described & {
  format: number
  kind: typeof KIND
  /** The installation that has written it. */
  installation: number
  organisation: { id: number; name: string }
  move: Move
}

/** One export: of its id and key is the receipt that proves its import (`receipt.ts`). */
export type Move = { id: string; key: string }

/** A reason why an organisation cannot be moved. The message is one or more sentences for people. */
export class MoveError extends Error {
  override name = 'MoveError'
}
