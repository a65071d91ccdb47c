/** The version of the format of an exported organisation. */
export const FORMAT = 1

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
  tables: { name: string; columns: { name: string; type: string }[] }[]
}

/** A reason why an organisation cannot be moved. The message is one or more sentences for people. */
export class MoveError extends Error {
  override name = 'MoveError'
}
