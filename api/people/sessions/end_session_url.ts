import { linksTo } from '#messages/links.ts'
import type { ApiContext } from '../../context.ts'

/**
 * Where the browser signs out of the provider that began the session, if the provider is set up so (OpenID Connect
 * RP-Initiated Logout 1.0). It asks the person, since no ID token is kept here.
 */
export async function endSessionUrl({ config, db }: ApiContext, session_id: number): Promise<string | null> {
  const provider = await db
    .selectFrom('session as s')
    .innerJoin('identity_provider as p', 'p.id', 's.identity_provider_id')
    .select(['p.end_session_url', 'p.client_id'])
    .where('s.id', '=', session_id)
    .where('p.signs_out', '=', true)
    .where('p.active', '=', true)
    .executeTakeFirst()
  if (!provider?.end_session_url) return null
  const url = new URL(provider.end_session_url)
  url.searchParams.set('client_id', provider.client_id)
  url.searchParams.set('post_logout_redirect_uri', linksTo(config.public_url).signedOut())
  return url.href
}
