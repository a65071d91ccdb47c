import { hash, randomBytes } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { bigints } from '#db/arrays.ts'
import { networkFault } from '#db/networks.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { Tracker as Row } from '#db/tables/tracker.ts'
import { readsOwned, writesOwned } from '../access.ts'
import { organisationFor, ownerFor } from '../belonging.ts'
import { tellSettings } from '../device_settings.ts'
import { AppError } from '../errors.ts'
import { defineFilter, defineResource } from '../resource.ts'
import { afterCommit } from '../transact.ts'

const { token_sha256: _, ...columns } = Row.properties
const presence = {
  online: Type.Boolean(),
  /** The last sign of life. */
  seen_at: Nullable(Timestamp),
}
const State = Type.Union([
  Type.Literal('outside'),
  Type.Literal('offline'),
  Type.Literal('unknown'),
  Type.Literal('inside'),
  Type.Literal('never'),
  Type.Literal('inactive'),
])
const Tracker = Type.Object({
  ...columns,
  ...presence,
  /** How it stands, as the live map shows it; `unknown` is that no boundary applies. */
  state: State,
})
/** A report without a position leaves the verdict before it standing. */
const state = sql<Static<typeof State>>`(select case
    when not tracker.active then 'inactive'
    when s.event_id is null then 'never'
    when coalesce(s.outside_boundary, s.outside) then 'outside'
    when exists (select from tracker_presence p
      where p.organisation_id = s.organisation_id and p.tracker_id = s.tracker_id and not p.online) then 'offline'
    when not coalesce(s.outside_boundary, s.outside) then 'inside'
    else 'unknown' end
  from tracker_state s where s.organisation_id = tracker.organisation_id and s.tracker_id = tracker.id)`
const presenceOf = (column: 'online' | 'seen_at') => sql`(select p.${sql.ref(column)} from tracker_presence p
  where p.organisation_id = tracker.organisation_id and p.tracker_id = tracker.id)`
const online = sql<boolean>`coalesce(${presenceOf('online')}, false)`

/** No `/`, `+` or `#`: the number is a level of MQTT topics. */
const Number_ = Type.String({
  maxLength: 64,
  pattern: '^[^/+#\\s\\u0000-\\u001f]*$',
  description: 'a number without spaces, /, + and #',
})
const settings = Type.Partial(
  Type.Object({
    name: columns.name,
    type: columns.type,
    owner_user_id: columns.owner_user_id,
    active: columns.active,
    interval_s: columns.interval_s,
    interval_charging_s: columns.interval_charging_s,
    pause_after_still_s: columns.pause_after_still_s,
    exit_confirmations: columns.exit_confirmations,
    exit_delay_s: columns.exit_delay_s,
    source_networks: columns.source_networks,
  }),
)

export const tracker = defineResource({
  name: 'tracker',
  plural: 'trackers',
  about: 'Devices that report: GPS units and phones',
  table: 'tracker',
  row: Tracker,
  computed: { online, seen_at: presenceOf('seen_at'), state },
  filters: {
    organisation_id: defineFilter(Id, (id) => sql<SqlBool>`tracker.organisation_id = ${id}`),
    ids: defineFilter(
      Type.Array(Id, { minItems: 1, maxItems: 100, description: 'These alone: `ids=7&ids=8`, at most 100' }),
      (ids) => sql<SqlBool>`tracker.id = any(${bigints(ids)}::bigint[])`,
    ),
    number: defineFilter(Type.String(), (number) => sql<SqlBool>`tracker.number = ${number}`),
    type: defineFilter(columns.type, (type) => sql<SqlBool>`tracker.type = ${type}`),
    online: defineFilter(Type.Boolean(), (wanted) => sql<SqlBool>`${online} = ${wanted}`),
    state: defineFilter(State, (wanted) => sql<SqlBool>`${state} = ${wanted}`),
    active: defineFilter(Type.Boolean(), (active) => sql<SqlBool>`tracker.active = ${active}`),
  },
  search: ['number', 'name'],
  sort: { id: null, name: null, number: null, created_at: null, modified_at: null },
  default_sort: 'name',
  reads: (viewer) => readsOwned(viewer, 'tracker'),
  writes: (viewer) => writesOwned(viewer, 'tracker'),
  lockable: true,

  create: {
    body: Type.Object(
      { organisation_id: Type.Optional(Id), number: Number_, ...settings.properties },
      { additionalProperties: false },
    ),
    answer: Type.Object({ ...Tracker.properties, device_token: Type.String() }),
    async run(trx, viewer, body) {
      const number = checkNumber(body.number)
      checkNetworks(body.source_networks)
      const organisation_id = organisationFor(viewer, body.organisation_id)
      const owner_user_id = await ownerFor(trx, viewer, organisation_id, body.owner_user_id)
      const token = makeToken()
      const { id } = await trx
        .insertInto('tracker')
        .values({ ...body, number, organisation_id, owner_user_id, token_sha256: token.sha256 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, told_once: { device_token: token.token } }
    },
  },
  update: {
    body: Type.Object({ number: Type.Optional(Number_), ...settings.properties }, { additionalProperties: false }),
    async run(trx, viewer, { id, organisation_id, ...changes }) {
      if (changes.number !== undefined) changes.number = checkNumber(changes.number)
      checkNetworks(changes.source_networks)
      if (changes.owner_user_id !== undefined) {
        changes.owner_user_id = await ownerFor(trx, viewer, organisation_id, changes.owner_user_id)
      }
      await tellSettings(trx, viewer, { id, organisation_id }, changes)
      await trx
        .updateTable('tracker')
        .set({ ...changes, modified_at: sql`now()` })
        .where('organisation_id', '=', organisation_id)
        .where('id', '=', id)
        .execute()
      if (changes.active === false || changes.number !== undefined || changes.source_networks !== undefined) {
        afterCommit(trx, ({ closeTracker }) => closeTracker(id))
      }
    },
  },
  async remove(trx, _viewer, { id, organisation_id }) {
    // The state goes first: it is what the engine locks, so no report of the tracker is stored after this.
    for (const table of ['tracker_state', 'tracker_event', 'rejected_report'] as const) {
      await trx.deleteFrom(table).where('organisation_id', '=', organisation_id).where('tracker_id', '=', id).execute()
    }
    await trx.deleteFrom('tracker').where('organisation_id', '=', organisation_id).where('id', '=', id).execute()
    afterCommit(trx, ({ closeTracker }) => closeTracker(id))
  },
})

/** A device token: 256 random bits, and what is kept of it. */
export function makeToken(): { token: string; sha256: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, sha256: hash('sha256', token) }
}

function checkNetworks(networks: string[] = []): void {
  for (const network of networks) {
    const fault = networkFault(network)
    if (fault) throw new AppError('bad_request', `source_networks: ${network} ${fault}.`, 'source_networks')
  }
}

function checkNumber(number: string): string {
  if (number.length === 0) throw new AppError('number_too_short', undefined, 'number')
  return number
}
