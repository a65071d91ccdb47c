import type { Db } from '#db/database.ts'
import { administers } from '../crud/belonging.ts'
import { admit } from '../crud/roles/limit.ts'
import { loadViewer, type Viewer } from '../crud/viewer.ts'

/**
 * Under whose right the platform invoices and mails by itself: that of the person who saved the plan or template last. It is
 * checked at each run, so that it ends with their right.
 *
 * @returns null where they may no longer administer the organisation's books
 */
export async function authorOf(db: Db, organisation_id: number, user_id: number | null): Promise<Viewer | null> {
  if (user_id === null) return null
  const person = await loadViewer(db, { user_id })
  if (!person) return null
  const viewer = admit(person, 'billing', 'write')
  return administers(viewer, organisation_id) ? viewer : null
}

/** What is shown where that right has ended. */
export const NO_AUTHOR =
  'The person who saved this last does not administer billing any more. Save it again to continue under your name.'

export type AuthorFinder = (of: { organisation_id: number; author_user_id: number | null }) => Promise<Viewer | null>
