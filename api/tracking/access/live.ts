import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/database.ts'
import type { LiveViewer } from '#db/live/feed.ts'
import type { Area } from '#db/tables/people/role.ts'
import type { ApiContext } from '../../context.ts'
import { admit, narrow } from '../../crud/roles/limit.ts'
import { readToken } from '../../crud/session/tokens.ts'
import { loadViewer, seesEverything, type Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'

/**
 * Authorises a live map connection to one organisation, the viewer's first if none is named.
 *
 * @param areas what it shows
 */
export async function authorizeLive(
  app: FastifyInstance,
  { db }: Pick<ApiContext, 'db'>,
  handshake: LiveHandshake,
  areas: readonly Area[] = ['trackers', 'alerts'],
): Promise<LiveViewer | null> {
  const viewer = await findViewer(app, db, String(handshake.token), areas).catch(nullIfRefused)
  if (viewer?.api_key && !viewer.api_key.scopes.includes('read')) return null
  if (!viewer || viewer.lacks_second_factor || viewer.password_change_required) return null
  const organisation_id = Number(handshake.organisation_id ?? viewer.memberships[0]?.organisation_id)
  const membership = viewer.memberships.find((m) => m.organisation_id === organisation_id)
  if (!Number.isSafeInteger(organisation_id) || (!membership && !viewer.platform_admin)) return null
  return {
    user_id: viewer.user_id,
    session_id: viewer.session_id,
    organisation_id,
    sees_all: viewer.platform_admin || (membership !== undefined && seesEverything(membership)),
    group_ids: membership?.group_ids ?? [],
  }
}

async function findViewer(app: FastifyInstance, db: Db, token: string, areas: readonly Area[]): Promise<Viewer | null> {
  const person = await loadViewer(db, readToken(app, token))
  return person && areas.reduce(seenIn, admit(person, 'any', 'read'))
}

function nullIfRefused(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

const seenIn = (viewer: Viewer, area: Area) => narrow(viewer, area, 'read')

export type LiveHandshake = { token: string; organisation_id?: number }
