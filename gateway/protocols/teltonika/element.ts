/** An element of a record: its id gives its bytes their meaning. */
export type Element = { id: number; bytes: Buffer }
