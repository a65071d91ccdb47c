import { hash, randomBytes } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { ApiKey } from '#db/tables/people/api_key.ts'
import { anyOf, extentOf, isIn, type Scope, scope } from '../../crud/access.ts'
import { type Actor, audit } from '../../crud/audit.ts'
import { administers } from '../../crud/belonging.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { checkKeysAllowed } from '../../crud/session/keys_allowed.ts'
import { KEY_PREFIX } from '../../crud/session/tokens.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { endSession, openSession } from '../sessions/sessions.ts'

const { key_sha256: _, ...columns } = ApiKey.columns

/** Whether requests with the key are answered as far as its owner has rights: it has neither ended nor expired. */
const active = sql<boolean>`exists (select from session s where s.api_key_id = api_key.id and s.revoked_at is null
  and s.expires_at > now())`

const redirect_uri = sql<string | null>`(select g.redirect_uri from oauth_grant g where g.api_key_id = api_key.id)`

export const keyQuotas = { organisation: 'api_keys', person: 'api_keys_of_person' }

export const apikey = defineResource({
  name: 'apikey',
  plural: 'apikeys',
  noun: 'API key',
  about: 'List API keys: your own, and those of the organisations that you administer',
  table: 'api_key',
  row: Type.Object({
    ...columns,
    active: Type.Boolean(),
    redirect_uri: Nullable(
      Type.String({ description: 'Of an assistant that was let in by OAuth: where its code was sent' }),
    ),
  }),
  computed: { active, redirect_uri },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    active: defineFilter(Type.Boolean(), (is) => (is ? active : sql<SqlBool>`not ${active}`)),
  },
  search: ['name', 'prefix'],
  sort: { id: null, name: null, created_at: null, expires_at: null, last_used_at: null },
  default_sort: '-created_at',
  reads: ofOwnerOrAdministrator,
  writes: ofOwnerOrAdministrator,
  quota: keyQuotas,
  lasting: ['create'],

  create: {
    body: bodyOf(
      { name: columns.name, scopes: columns.scopes },
      { organisation_id: Id, expires_at: Nullable(Timestamp) },
    ),
    answer: Type.Object({
      ...columns,
      active: Type.Boolean(),
      redirect_uri: Type.Null(),
      key: Type.String({ description: 'Shown once. Send it as `Authorization: Bearer rf_…`' }),
    }),
    async run(trx, viewer, { organisation_id = viewer.memberships[0]?.organisation_id, name, scopes, ...body }) {
      const { expires_at = null } = body
      if (expires_at !== null && Date.parse(expires_at) <= Date.now())
        throw wrong('expires_at', 'must be in the future.')
      if (name.trim() === '') throw wrong('name', 'is empty.')
      const organisation = checkMember(viewer, organisation_id)
      checkScopes(viewer, organisation, scopes)
      await checkKeysAllowed(trx, viewer.user_id, organisation)
      const key = KEY_PREFIX + randomBytes(32).toString('base64url')
      const { id } = await rows(trx, 'api_key').insert({
        organisation_id: organisation,
        user_id: viewer.user_id,
        name: name.trim(),
        scopes,
        key_sha256: hash('sha256', key),
        prefix: key.slice(0, SHOWN),
        expires_at,
      })
      await openSession(trx, {
        user_id: viewer.user_id,
        api_key_id: id,
        expires_at: expires_at ?? NEVER,
        ip: viewer.ip ?? '',
      })
      return { id, shown_once: { key } }
    },
  },
  remove: (trx, viewer, target) => endKey(trx, viewer, target),
})

/** Ends a key with its session, and the live connections of that. */
export async function endKey(trx: Trx, actor: Actor, { id, organisation_id }: Key): Promise<void> {
  const { name, user_id } = await trx
    .selectFrom('api_key')
    .select(['name', 'user_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const sessions = await trx.selectFrom('session').select('id').where('api_key_id', '=', id).execute()
  for (const session of sessions) await endSession(trx, session.id)
  await rows(trx, 'api_key').remove({ id, organisation_id })
  await audit(trx, actor, 'apikey.revoke', {
    organisation_id,
    entity: 'apikey',
    entity_id: id,
    details: { name, user_id },
  })
}
type Key = { id: number; organisation_id: number | null }

/** Own keys of organisations that one belongs to, and all of those that one administers. */
function ofOwnerOrAdministrator(viewer: Viewer): Scope {
  if (viewer.platform_admin) return scope('all', sql<SqlBool>`true`)
  const all = organisationsOf(viewer, ...managesAll)
  const own = sql<SqlBool>`api_key.user_id = ${viewer.user_id}`
  return scope(extentOf(viewer, all), anyOf(all.length > 0 && isIn(sql.ref('api_key.organisation_id'), all), own))
}

/** A key acts as a member: also platform administrators make keys only where they belong. */
export function checkMember({ memberships }: Viewer, organisation_id: number | undefined): number {
  if (memberships.some((m) => m.organisation_id === organisation_id)) return organisation_id!
  throw new AppError('not_found', 'There is no such organisation that you belong to.', 'organisation_id')
}

/** Only administrators have use for it: those who become one later make another key. */
function checkScopes(viewer: Viewer, organisation_id: number, scopes: string[]): void {
  if (!scopes.includes('admin') || administers(viewer, organisation_id)) return
  throw new AppError('forbidden', 'scopes: only an administrator of the organisation may give admin.', 'scopes')
}

/** The characters of a key that lists show. */
const SHOWN = 9
/** Sessions end some time: those of keys that do not expire in the last year that every date has. */
const NEVER = '9999-12-31T00:00:00Z'
