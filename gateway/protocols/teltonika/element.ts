/** One of a record's elements: what it says is its bytes, and which sense they make its id. */
export type Element = { id: number; bytes: Buffer }
