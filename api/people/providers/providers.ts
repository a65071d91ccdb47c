import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { RowOf } from '#db/tables/define_table.ts'
import type { IdentityProvider } from '#db/tables/people/providers/identity_provider.ts'
import { purposes } from '#db/tables/purposes.ts'
import type { ApiContext } from '../../context.ts'
import { AppError } from '../../http/errors.ts'
import type { Client } from './oidc.ts'

export type Provider = RowOf<typeof IdentityProvider>

/** The active provider for which the condition holds, `p`: the first. */
export async function providerWhere(db: Db, condition: RawBuilder<unknown>): Promise<Provider | undefined> {
  const { rows } = await sql<Provider>`
    select p.* from identity_provider p where p.active and ${condition} order by p.id limit 1`.execute(db)
  return rows[0]
}

/** Those of the installation, which the page for signing in offers; and whether organisations have any. */
export async function offeredProviders(db: Db): Promise<Offered> {
  const { rows } = await sql<Offered>`
    select coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id)
        from identity_provider p where p.active and p.organisation_id is null), '[]') as identity_providers,
      exists (select from identity_provider p join email_domain d on d.organisation_id = p.organisation_id
        where p.active and d.verified_at is not null) as organisations_sign_in`.execute(db)
  return rows[0]!
}

export function clientOf({ config, keys }: ApiContext, { id, issuer, client_id, secret_sealed }: Provider): Client {
  const secret = secret_sealed === null ? null : keys.unseal(secret_sealed, purposes.identity_provider(id))
  return { issuer, client_id, secret, allow_private: config.private_addresses }
}

/** Its administrators see why. A guest sees it only where the provider says it: not what this server could connect to. */
export async function noteFailure(db: Db, { id, name }: Provider, reason: string, said?: string): Promise<never> {
  await db
    .updateTable('identity_provider')
    .set({ last_error: reason.slice(0, 500), last_error_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  const why = said ? `: ${said.slice(0, 300)}` : '. Its administrators see why.'
  throw new AppError('not_possible', `Signing in through ${name} failed${why}`)
}

type Offered = { identity_providers: { id: number; name: string }[]; organisations_sign_in: boolean }
