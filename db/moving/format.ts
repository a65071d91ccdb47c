/** The version of the format of an exported organisation. */
export const FORMAT = 2

/** The first entry of an exported organisation. */
export type Manifest = {
  format: number
  kind: 'organisation'
  app_version: string
  created_at: string
  /** The installation that has written it. */
  installation: number
  migrations: string[]
  organisation: { id: number; name: string }
  move: Move
  tables: { name: string; columns: { name: string; type: string }[] }[]
}

/** One export: of its id and key is the receipt that proves its import (`receipt.ts`). */
export type Move = { id: string; key: string }

/** A reason why an organisation cannot be moved. The message is one or more sentences for people. */
export class MoveError extends Error {
  override name = 'MoveError'
}
