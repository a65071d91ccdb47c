import { sql } from 'kysely'
import { Type } from 'typebox'
import { OAuthClient } from '#db/tables/people/oauth/oauth_client.ts'
import { everything, nothing } from '../../crud/access.ts'
import { audit } from '../../crud/audit.ts'
import { checkName } from '../../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { endKey } from '../keys/apikey.ts'
import { checkRedirects } from './redirects.ts'

const { client_id, name, redirect_uris, origin } = OAuthClient.columns
/** Clients that administrators enter, at most. */
const MOST = 100

/** Programs that people may let in by OAuth. Platform administrators enter them, and end those that came by themselves. */
export const oauthclient = defineResource({
  name: 'oauthclient',
  plural: 'oauthclients',
  noun: 'OAuth client',
  about: 'List the programs that people may connect by OAuth, such as assistants',
  table: 'oauth_client',
  row: Type.Object({ ...OAuthClient.columns, grants: Type.Integer({ minimum: 0 }) }),
  computed: {
    grants: sql<number>`(select count(*)::integer from oauth_grant g join api_key k on k.id = g.api_key_id
      where g.oauth_client_id = oauth_client.id and k.expires_at > now())`,
  },
  filters: { origin: equals('origin', origin) },
  search: ['name', 'client_id'],
  sort: { id: null, name: null, created_at: null },
  default_sort: 'name',
  reads: (viewer) => (viewer.platform_admin ? everything : nothing),
  writes: (viewer) => (viewer.platform_admin ? everything : nothing),
  organisation_id: sql<null>`null::bigint`,

  create: {
    body: bodyOf({ client_id, name, redirect_uris }, {}),
    async run(trx, viewer, { client_id, name, redirect_uris }) {
      if (!viewer.platform_admin) throw new AppError('forbidden')
      if (/^https?:/i.test(client_id) || !/^[\x21-\x7e]+$/.test(client_id)) {
        throw wrong('client_id', 'is a word without spaces, and no address: those describe themselves.')
      }
      checkRedirects(redirect_uris, { by_administrator: true })
      const values = { client_id, name: checkName(name), redirect_uris, origin: 'entered' as const }
      const { id } = await rows(trx, 'oauth_client').insert(values)
      const { count } = await trx
        .selectFrom('oauth_client')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('origin', '=', 'entered')
        .executeTakeFirstOrThrow()
      if (Number(count) > MOST) throw new AppError('not_possible', `There are ${MOST} programs, as many as may be.`)
      await audit(trx, viewer, 'oauthclient.create', { entity: 'oauthclient', entity_id: id, details: { client_id } })
      return { id }
    },
  },
  /** Ends what people have let it do. */
  async remove(trx, viewer, target) {
    const { rows: keys } = await sql<{ id: number; organisation_id: number }>`
      select k.id, k.organisation_id from oauth_grant g join api_key k on k.id = g.api_key_id
      where g.oauth_client_id = ${target.id}`.execute(trx)
    for (const key of keys) await endKey(trx, viewer, key)
    await rows(trx, 'oauth_client').remove(target)
    await audit(trx, viewer, 'oauthclient.remove', { entity: 'oauthclient', entity_id: target.id })
  },
})
