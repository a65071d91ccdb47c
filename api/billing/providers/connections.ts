import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { OutboxState, ProviderKind } from '#db/tables/billing/values.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { AppError } from '../../http/errors.ts'

export type Kind = 'xero' | 'stripe'
type Need = 'tenant' | 'payment_account'

/** How an organisation stands with a provider; nothing of it is secret. */
export const Connection = Type.Object({
  kind: ProviderKind,
  /** Whether the installation has what the provider needs. */
  available: Type.Boolean(),
  state: Type.Unsafe<'none' | 'connected' | 'broken' | 'disconnected'>(
    Type.String({ enum: ['none', 'connected', 'broken', 'disconnected'] }),
  ),
  tenant_id: Nullable(Type.String()),
  tenant_name: Nullable(Type.String()),
  /** The books that may be chosen. */
  tenants: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  connected_at: Nullable(Timestamp),
  connected_by_user_id: Nullable(Id),
  connected_by: Nullable(Type.String()),
  last_error: Nullable(Type.String()),
  last_push_at: Nullable(Timestamp),
  /** Code of the account that payments go to. */
  payment_account_code: Nullable(Type.String()),
  /** What people must choose before everything is pushed. */
  needs: Type.Array(Type.Unsafe<Need>(Type.String({ enum: ['tenant', 'payment_account'] }))),
  pushes: Type.Unsafe<Record<Static<typeof OutboxState>, number>>(Type.Record(OutboxState, Type.Integer())),
  /** Against the provider's limits. */
  calls: Type.Object({ last_minute: Type.Integer(), today: Type.Integer(), blocked_until: Nullable(Timestamp) }),
})

/** Both providers of an organisation, connected or not. */
export async function readConnections({ db, config }: ApiContext, organisation_id: number) {
  const { rows } = await sql<Row>`
    select k.kind, coalesce(c.state, 'none') as state, c.tenant_id, c.tenant_name, c.connected_at,
      c.connected_by as connected_by_user_id, coalesce(nullif(u.name, ''), u.username) as connected_by, c.last_error,
      c.last_push_at, c.settings->>'payment_account_code' as payment_account_code, coalesce(c.settings->'tenants', '[]') as tenants,
      (select coalesce(jsonb_object_agg(p.state, p.count), '{}') from (select o.state, count(*)::int as count
        from provider_outbox o where o.provider_connection_id = c.id group by o.state) p) as pushes,
      jsonb_build_object('last_minute', coalesce((select count(*) from unnest(r.recent) at where at > now() - interval '1 minute'), 0),
        'today', case when r.day = current_date then r.day_count else 0 end,
        'blocked_until', case when r.blocked_until > now() then to_char(r.blocked_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end) as calls
    from (values ('xero'), ('stripe')) k(kind)
    left join provider_connection c on c.organisation_id = ${organisation_id} and c.kind = k.kind
    left join user_account u on u.id = c.connected_by
    left join provider_rate r on r.provider = c.kind and r.tenant_id = c.tenant_id
    order by k.kind desc`.execute(db)
  return rows.map((row) => ({
    ...row,
    available: row.kind === 'stripe' || config.providers.xero !== null,
    pushes: { queued: 0, running: 0, done: 0, failed: 0, cancelled: 0, ...row.pushes },
    needs: needsOf(row),
  }))
}

export async function readConnection(context: ApiContext, organisation_id: number, kind: Kind) {
  return (await readConnections(context, organisation_id)).find((one) => one.kind === kind)!
}

/** The connection of an organisation that works; null without one. */
export async function findConnected(db: Db, organisation_id: number, kind: Kind) {
  const found = await db
    .selectFrom('provider_connection')
    .select(['id', 'tenant_id', 'access_sealed', 'settings'])
    .where('organisation_id', '=', organisation_id)
    .where('kind', '=', kind)
    .where('state', '=', 'connected')
    .executeTakeFirst()
  return found ?? null
}

/** Makes the row of a connection, or locks the one that is there. @returns its id, by which its secrets are sealed */
export async function lockConnection(trx: Trx, organisation_id: number, kind: Kind): Promise<Locked> {
  await sql`insert into provider_connection (organisation_id, kind, state) values (${organisation_id}, ${kind}, 'disconnected')
    on conflict (organisation_id, kind) do nothing`.execute(trx)
  return trx
    .selectFrom('provider_connection')
    .select(['id', 'state', 'tenant_id', 'tenant_name', 'settings', 'access_sealed', 'refresh_sealed'])
    .where('organisation_id', '=', organisation_id)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** @throws {AppError} not_possible */
export function checkConnected<T extends { state: string }>(connection: T, kind: Kind): T {
  if (connection.state === 'connected') return connection
  throw new AppError('not_possible', `${names[kind]} is not connected.`)
}

export const names: Record<Kind, string> = { xero: 'Xero', stripe: 'Stripe' }

function needsOf({ kind, state, tenant_id, payment_account_code }: Row): Need[] {
  if (kind !== 'xero' || state !== 'connected') return []
  return [...(tenant_id ? [] : ['tenant' as const]), ...(payment_account_code ? [] : ['payment_account' as const])]
}

type Row = {
  kind: Kind
  state: 'none' | 'connected' | 'broken' | 'disconnected'
  tenant_id: string | null
  tenant_name: string | null
  tenants: { id: string; name: string }[]
  connected_at: string | null
  connected_by_user_id: number | null
  connected_by: string | null
  last_error: string | null
  last_push_at: string | null
  payment_account_code: string | null
  pushes: Record<string, number>
  calls: { last_minute: number; today: number; blocked_until: string | null }
}
type Locked = {
  id: number
  state: 'connected' | 'broken' | 'disconnected'
  tenant_id: string | null
  tenant_name: string | null
  settings: Record<string, unknown>
  access_sealed: string | null
  refresh_sealed: string | null
}
