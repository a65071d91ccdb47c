import type { Organisation } from '../../seeds/people.ts'

/** The three rows of each line of the table: the User's, one without an owner, another organisation's. */
export const wheres = (ours: Organisation, theirs: Organisation, member: number): Whose[] => [
  { organisation_id: ours.id, owner: ours.user.id, other: member },
  { organisation_id: ours.id, owner: null, other: member },
  { organisation_id: theirs.id, owner: theirs.user.id, other: member },
]

/** Whose row a line of the access table is tried with. */
export type Whose = {
  organisation_id: number
  owner: number | null
  /** The owner where a resource needs one. */
  other: number
}
