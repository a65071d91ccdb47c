import type { Network } from '../../network.ts'
import type { Whose } from './whose.ts'

/** Makes what a request needs, and the request. */
export type Special = (whose: Whose, db: Network['db']) => Promise<Tried>
export type Tried = {
  input: object
  /** Where the route has a parameter. */
  path?: string
  // biome-ignore lint/suspicious/noExplicitAny: rows of any list, or another answer
  shows?: (rows: any) => boolean
}
