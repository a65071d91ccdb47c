import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { IdentityProvider } from '#db/tables/people/providers/identity_provider.ts'
import { purposes } from '#db/tables/purposes.ts'
import { ofAdministrator } from '../../crud/access.ts'
import { administeredFor } from '../../crud/belonging.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { contextOf } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { endForced, hasDomain } from '../sessions/forced.ts'
import { endProvided } from '../sessions/provided.ts'

const { secret_sealed: _s, end_session_url: _e, ...columns } = IdentityProvider.columns
const { name, issuer, client_id, active, groups_claim, scopes, default_role, creates_accounts, force, signs_out } =
  columns
const { administrator_groups, staff_groups, user_groups, customer_groups } = columns
const secret = Type.Union([Type.Null(), Type.String({ minLength: 1, maxLength: 500 })], {
  description: 'Of this installation at the provider. Stored sealed and never shown; null removes it',
})
const ofOrganisation = {
  default_role,
  creates_accounts,
  force,
  administrator_groups,
  staff_groups,
  user_groups,
  customer_groups,
}
const optional = { secret, scopes, groups_claim, signs_out, active, ...ofOrganisation }

/** Where people sign in elsewhere: an organisation's, and those of the installation, which are in no organisation. */
export const identityprovider = defineResource({
  name: 'identityprovider',
  plural: 'identityproviders',
  noun: 'identity provider',
  about: 'List identity providers (OpenID Connect) by which people sign in, with the last error',
  table: 'identity_provider',
  row: Type.Object({ ...columns, has_secret: Type.Boolean(), identities: Type.Integer({ minimum: 0 }) }),
  computed: {
    has_secret: sql<boolean>`(identity_provider.secret_sealed is not null)`,
    identities: sql<number>`(select count(*)::integer from identity i where i.identity_provider_id = identity_provider.id)`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    installation: defineFilter(Type.Boolean({ description: 'Whether it belongs to no organisation' }), (is) =>
      is ? sql`identity_provider.organisation_id is null` : sql`identity_provider.organisation_id is not null`,
    ),
  },
  search: ['name', 'issuer'],
  sort: { id: null },
  default_sort: 'id',
  reads: (viewer) => ofAdministrator(viewer, 'identity_provider.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'identity_provider.organisation_id'),
  quota: { organisation: 'identity_providers' },
  lasting: ['create', 'update'],

  create: {
    body: bodyOf({ name, issuer, client_id }, { organisation_id: Nullable(Id), ...optional }),
    async run(trx, viewer, { organisation_id: given, secret, ...body }) {
      const organisation_id = given === null ? installationFor(viewer) : administeredFor(viewer, given)
      check(trx, organisation_id, body)
      const created = await rows(trx, 'identity_provider').insert({ ...body, organisation_id })
      const id = Number(created.id)
      await seal(trx, id, secret)
      await checkForce(trx, viewer, id)
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { name, issuer, client_id, ...optional }),
    async run(trx, viewer, { id, organisation_id, secret, ...body }) {
      check(trx, organisation_id, body)
      const stored = await trx
        .selectFrom('identity_provider')
        .select(['issuer', 'client_id', 'secret_sealed'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const moves = (['issuer', 'client_id'] as const).some(
        (key) => body[key] !== undefined && body[key] !== stored[key],
      )
      // Otherwise an administrator could have a secret that they do not know sent to a server of their own.
      if (moves && stored.secret_sealed !== null && secret === undefined) {
        throw wrong('secret', 'is required with another issuer or client.')
      }
      // Its names for people are others: the same one may be another person there.
      if (moves) await trx.deleteFrom('identity').where('identity_provider_id', '=', id).execute()
      await rows(trx, 'identity_provider').update({ id, organisation_id, ...body })
      await trx
        .updateTable('identity_provider')
        .set({ last_error: null, last_error_at: null, ...(moves && { last_used_at: null, end_session_url: null }) })
        .where('id', '=', id)
        .execute()
      await seal(trx, id, secret)
      if (moves || body.active === false) await endProvided(trx, id)
      await checkForce(trx, viewer, id)
    },
  },
  async remove(trx, _viewer, target) {
    await endProvided(trx, target.id)
    await rows(trx, 'identity_provider').remove(target)
  },
})

function installationFor(viewer: Viewer): null {
  if (viewer.platform_admin) return null
  throw new AppError('forbidden', 'Only a platform administrator adds one for the whole installation.')
}

/** Whether the address is public is checked when it is connected to, as a name may change. */
function check(trx: Trx, organisation_id: number | null, { issuer, scopes, ...rules }: Checked): void {
  if (organisation_id === null) checkInstallation(rules)
  if (scopes !== undefined && !scopes.split(' ').includes('openid')) throw wrong('scopes', 'lacks openid.')
  if (issuer === undefined) return
  const address = URL.canParse(issuer) ? new URL(issuer) : null
  const is_open = contextOf(trx).config.private_addresses && address?.protocol === 'http:'
  if (!address || (address.protocol !== 'https:' && !is_open)) {
    throw wrong('issuer', 'is not an address that begins with https://.')
  }
  if (address.username || address.password) throw wrong('issuer', 'has a name or password.')
  if (address.search || address.hash) throw wrong('issuer', 'has a part that begins with ? or #.')
}

/** Whom the installation's give a role, or an account, they do not know. */
function checkInstallation(rules: Rules): void {
  const wrongly = (Object.keys(ofOrganisation) as (keyof typeof ofOrganisation)[]).find((field) => {
    const value = rules[field]
    return Array.isArray(value) ? value.length > 0 : Boolean(value)
  })
  if (wrongly) throw wrong(wrongly, 'is for providers of an organisation.')
}

/** Of the row as it is now. */
async function checkForce(trx: Trx, viewer: Viewer, id: number): Promise<void> {
  const { organisation_id, force, active, last_used_at } = await trx
    .selectFrom('identity_provider')
    .select(['organisation_id', 'force', 'active', 'last_used_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (organisation_id === null || !force || !active) return
  if (!(await hasDomain(trx, organisation_id))) throw wrong('force', 'needs a verified domain of the organisation.')
  // So that a wrong setting locks no one out.
  if (last_used_at === null) throw wrong('force', 'needs a sign-in through it that has worked.')
  await endForced(trx, organisation_id, { provider_id: id, except: viewer.session_id })
}

/** Sealed after the insert: the seal names the row. Undefined leaves it. */
async function seal(trx: Trx, id: number, secret: string | null | undefined): Promise<void> {
  if (secret === undefined) return
  const secret_sealed = secret === null ? null : contextOf(trx).keys.seal(secret, purposes.identity_provider(id))
  await trx.updateTable('identity_provider').set({ secret_sealed }).where('id', '=', id).execute()
}

type Rules = { [K in keyof typeof ofOrganisation]?: unknown }
type Checked = Rules & { issuer?: string; scopes?: string }
