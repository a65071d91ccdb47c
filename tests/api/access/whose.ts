/** Whose row a line of the access table is tried with. */
export type Whose = {
  organisation_id: number
  owner: number | null
  /** The owner where a resource needs one. */
  other: number
}
