import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import { storableText } from '#db/text.ts'
import { canonicalNumber } from '#db/tracker_number.ts'
import type { ApiContext } from '../context.ts'
import { create } from '../crud/crud.ts'
import { displayNameOf } from '../crud/names/display_name.ts'
import { admit } from '../crud/roles/limit.ts'
import { readToken } from '../crud/session/tokens.ts'
import { loadViewer, type Viewer } from '../crud/viewer.ts'
import { AppError } from '../http/errors.ts'
import { tracker as trackerResource } from './tracker.ts'

/**
 * Selects the tracker that a person's phone reports as: their own with the given number; else their first phone in the
 * given organisation, or in their first; else a new one.
 *
 * @returns null for an invalid token
 */
export async function authorizePhone(
  app: FastifyInstance,
  context: ApiContext,
  handshake: PhoneHandshake,
): Promise<PersonsPhone | { refused: string } | null> {
  try {
    const person = await loadViewer(context.db, readToken(app, handshake.token))
    if (!person || person.api_key) return null
    // A phone is a tracker of their own.
    const viewer = admit(person, 'trackers', 'write')
    if (viewer.password_change_required) return { refused: 'token: choose your own password first' }
    if (viewer.impersonator_user_id !== null || viewer.session_id === null) {
      return { refused: 'token: a location cannot be shared while acting as another user' }
    }
    if (viewer.lacks_second_factor) return { refused: 'token: a second factor must be set up first' }
    const organisation_id = handshake.organisation_id ?? viewer.memberships[0]?.organisation_id
    if (!viewer.memberships.some((m) => m.organisation_id === organisation_id)) {
      return { refused: 'organisation_id: you are not a member of it' }
    }
    const tracker = await findPhone(context, viewer, organisation_id!, handshake.number)
    if (!tracker) return { refused: 'number: you have no tracker with this number' }
    const { user_id, session_id } = viewer
    return { user_id, session_id, organisation_id: tracker.organisation_id, tracker_id: tracker.id }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code === 'unauthorized' ? null : { refused: error.message }
  }
}

async function findPhone(context: ApiContext, viewer: Viewer, organisation_id: number, number?: string) {
  const own = context.db
    .selectFrom('tracker')
    .select(['id', 'organisation_id'])
    .where('owner_user_id', '=', viewer.user_id)
    .where(
      'organisation_id',
      'in',
      viewer.memberships.map((m) => m.organisation_id),
    )
  if (number !== undefined) {
    const canonical = canonicalNumber(storableText(number))
    return own.where('canonical_number', '=', canonical).orderBy('number_clash').executeTakeFirst()
  }
  const phones = own.where('organisation_id', '=', organisation_id).where('type', '=', 'phone').orderBy('id')
  const allowed = await phones.where(sql<SqlBool>`'websocket' = any(transports)`).executeTakeFirst()
  if (allowed) return allowed
  // If the phone created for them is not allowed to use WebSocket, that is reported instead of creating another.
  const created = await phones.where('number', '=', numberOf(context, viewer, organisation_id)).executeTakeFirst()
  return created ?? makePhone(context, viewer, organisation_id)
}

/**
 * Creates the phone. Of two parallel creations the second fails by the unique number, and finds the first on its retry.
 */
async function makePhone(context: ApiContext, viewer: Viewer, organisation_id: number) {
  const person = await context.db
    .selectFrom('user_account')
    .select(displayNameOf('user_account').as('name'))
    .where('id', '=', viewer.user_id)
    .executeTakeFirstOrThrow()
  const row = await create(context, trackerResource, viewer, {
    organisation_id,
    owner_user_id: viewer.user_id,
    number: numberOf(context, viewer, organisation_id),
    name: person.name.slice(0, 200),
    type: 'phone',
  })
  return row as { id: number; organisation_id: number }
}

/** Some apps identify by the number alone, so it must not be guessable. */
function numberOf({ config }: ApiContext, { user_id }: Viewer, organisation_id: number): string {
  const secret = createHmac('sha256', config.jwt_secret).update(`phone ${organisation_id} ${user_id}`)
  return `phone-${secret.digest('hex').slice(0, 20)}`
}

export type PhoneHandshake = { token: string; number: string | undefined; organisation_id: number | undefined }
export type PersonsPhone = { user_id: number; session_id: number | null; organisation_id: number; tracker_id: number }
