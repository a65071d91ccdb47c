import type { FastifyInstance } from 'fastify'
import { canonicalNumber, pickByNumber, storableNumber } from '#db/tracker_number.ts'
import type { ApiContext } from '../../context.ts'
import { withFeature } from '../../crud/features.ts'
import { admit } from '../../crud/roles/limit.ts'
import { noteUse } from '../../crud/session/api_keys.ts'
import { AppError } from '../../http/errors.ts'
import { tracker } from '../tracker.ts'
import { callerOfKey } from './caller.ts'

/**
 * The tracker with a number that a program may report for by an API key: it has the scope `devices`, and its owner may
 * change the tracker, and so make its device token.
 */
export const makeFindByKey =
  (app: FastifyInstance, context: Pick<ApiContext, 'db'>) =>
  async (key: string, ip: string, number: string): Promise<Match> => {
    const viewer = await viewerOf(app, context, key, ip)
    if (!viewer) return { refused: 'wrong token' }
    if (viewer.api_key.unnoted) await noteUse(context.db, viewer)
    const writer = withFeature(admit(viewer, 'trackers', 'write'), 'tracking')
    const stored = storableNumber(number)
    const rows = await context.db
      .selectFrom('tracker')
      .select(['id', 'number', 'number_clash'])
      .where('canonical_number', '=', canonicalNumber(stored))
      .where(tracker.writes(writer))
      .execute()
    const found = pickByNumber(rows, stored)
    return found ? { tracker_id: found.id } : { refused: 'unknown number' }
  }

async function viewerOf(app: FastifyInstance, context: Pick<ApiContext, 'db'>, key: string, ip: string) {
  try {
    const { viewer } = await callerOfKey({ app, context }, { ip }, { key })
    const is_open = !viewer.lacks_second_factor && !viewer.password_change_required
    return is_open && viewer.api_key.scopes.includes('devices') ? viewer : null
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null
    throw error
  }
}

type Match = { tracker_id: number } | { refused: 'wrong token' | 'unknown number' }
