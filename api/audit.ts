import { administers } from './belonging.ts'
import type { Db } from './resource.ts'
import type { Viewer } from './viewer.ts'

/**
 * Notes what an administrator or an impersonator did, in the transaction that does it. Details name fields and
 * circumstances, never passwords or tokens.
 */
export async function audit(trx: Db, actor: Actor, action: string, about: About = {}): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      user_id: actor.user_id,
      impersonator_user_id: actor.impersonator_user_id ?? null,
      action,
      ...about,
      ip: about.ip ?? actor.ip ?? null,
    })
    .execute()
}

/** Whether what the viewer does in the organisation is kept. */
export function isWatched(viewer: Viewer, organisation_id: number | null): boolean {
  return administers(viewer, organisation_id) || viewer.impersonator_user_id !== null
}

/** A viewer is one. */
type Actor = { user_id: number | null; impersonator_user_id?: number | null; ip?: string | null }

export type About = {
  organisation_id?: number | null
  entity?: string
  entity_id?: number
  details?: Record<string, unknown>
  ip?: string | null
}
