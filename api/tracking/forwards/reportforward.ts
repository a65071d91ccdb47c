import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { purposes } from '#db/tables/purposes.ts'
import { type ForwardProtocol, ReportForward } from '#db/tables/tracking/report_forward.ts'
import { PLAIN_LINE_PATTERN } from '#db/text.ts'
import { ofAdministrator } from '../../crud/access.ts'
import { administeredFor } from '../../crud/belonging.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { contextOf } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { type Settings, type Target, targetOf } from './target.ts'

const { password_sealed: _p, retry_at: _r, leased_until: _l, ...columns } = ReportForward.columns
const { name, host, port, protocol, preset, url, tls, username, topic, format, active } = columns
const password = Type.Union([Type.Null(), Type.String({ minLength: 1, maxLength: 100, pattern: PLAIN_LINE_PATTERN })], {
  description:
    'Sent with each tracker’s number, to the broker, or as a bearer token. Stored sealed and never shown; null removes it',
})

const settings = { host, port, protocol, preset, url, tls, username, topic, format }
const kept = ['host', 'port', 'protocol', 'preset', 'url', 'tls', 'username', 'topic', 'format'] as const

/** Sends the reports of an organisation to another platform: by Wialon IPS, HTTP, or to a broker. `gateway/forwards` does it. */
export const reportforward = defineResource({
  name: 'reportforward',
  plural: 'reportforwards',
  noun: 'forwarding',
  about: 'List forwardings of reports to other platforms, with what was sent and the last error',
  table: 'report_forward',
  row: Type.Object({
    ...columns,
    has_password: Type.Boolean(),
    waiting: Type.Integer({ minimum: 0, description: 'Reports that wait to be sent; counted up to 1000' }),
  }),
  computed: {
    has_password: sql<boolean>`(report_forward.password_sealed is not null)`,
    waiting: sql<number>`(select count(*)::integer from (
      select 1 from report_forward_item i where i.report_forward_id = report_forward.id limit 1000) w)`,
  },
  filters: { organisation_id: equals('organisation_id', Id), active: equals('active', active) },
  search: ['name', 'host'],
  sort: { id: null, name: null, last_sent_at: null },
  default_sort: 'id',
  reads: (viewer) => ofAdministrator(viewer, 'report_forward.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'report_forward.organisation_id'),
  quota: { organisation: 'report_forwards' },

  create: {
    body: bodyOf({ name }, { ...settings, organisation_id: Id, active, password }),
    async run(trx, viewer, { password: secret, organisation_id: given, name, active, ...body }) {
      const organisation_id = administeredFor(viewer, given)
      checkSecret(viewer, secret)
      const target = targetOf(body)
      const created = await rows(trx, 'report_forward').insert({
        ...target,
        organisation_id,
        name,
        ...(active !== undefined && { active }),
      })
      await seal(trx, Number(created.id), { secret, protocol: target.protocol })
      return created
    },
  },
  update: {
    body: bodyOf({}, { ...settings, name, active, password }),
    async run(trx, viewer, { password: secret, id, organisation_id, name, active, ...body }) {
      checkSecret(viewer, secret)
      const { password_sealed, ...stored } = await trx
        .selectFrom('report_forward')
        .select([...kept, 'password_sealed'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const target = Object.keys(body).length === 0 ? stored : targetOf(changed(stored, body))
      const moves = (['host', 'port', 'protocol', 'tls'] as const).some((field) => target[field] !== stored[field])
      // Otherwise an administrator could have a password that they do not know sent to a server of their own.
      if (moves && password_sealed !== null && secret === undefined) {
        throw wrong('password', 'is required with another address.')
      }
      await rows(trx, 'report_forward').update({ id, organisation_id, name, active, ...target })
      await trx
        .updateTable('report_forward')
        .set({ retry_at: null, failures: 0, last_error: null, last_error_at: null })
        .where('id', '=', id)
        .execute()
      await seal(trx, id, { secret, protocol: target.protocol })
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'report_forward').remove(target),
})

/** Of another protocol or preset, nothing but the address is kept. */
function changed(stored: Target, body: Settings): Settings {
  const another = (['protocol', 'preset'] as const).some(
    (name) => body[name] !== undefined && body[name] !== stored[name],
  )
  if (another)
    return body.preset === null && body.protocol === undefined ? { ...body, protocol: stored.protocol } : body
  return { ...stored, ...body }
}

function checkSecret(viewer: Viewer, secret: string | null | undefined): void {
  if (typeof secret === 'string' && viewer.impersonator_user_id !== null) {
    throw new AppError('forbidden', 'password: is not for those who act as another person.', 'password')
  }
}

/** Sealed after the insert: the seal names the row. Undefined leaves it. */
async function seal(trx: Trx, id: number, { secret, protocol }: Sealing): Promise<void> {
  if (secret === undefined) return
  if (secret !== null && protocol.startsWith('wialon') && /[;#|]/.test(secret)) {
    throw wrong('password', 'contains ; # or |, which the protocol cannot send.')
  }
  const password_sealed = secret === null ? null : contextOf(trx).keys.seal(secret, purposes.report_forward(id))
  await trx.updateTable('report_forward').set({ password_sealed }).where('id', '=', id).execute()
}

type Sealing = { secret: string | null | undefined; protocol: ForwardProtocol }
