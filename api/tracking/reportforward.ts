import { isIP } from 'node:net'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { purposes } from '#db/tables/purposes.ts'
import { ReportForward } from '#db/tables/tracking/report_forward.ts'
import { PLAIN_LINE_PATTERN } from '#db/text.ts'
import { ofAdministrator } from '../crud/access.ts'
import { administeredFor } from '../crud/belonging.ts'
import { bodyOf, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import { contextOf } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError, wrong } from '../http/errors.ts'

const { password_sealed: _p, retry_at: _r, leased_until: _l, ...columns } = ReportForward.columns
const { name, host, port, protocol, active } = columns
const password = Type.Union([Type.Null(), Type.String({ minLength: 1, maxLength: 100, pattern: PLAIN_LINE_PATTERN })], {
  description: 'Sent with each tracker’s number. Stored sealed and never shown; null removes it',
})

/** Sends the reports of an organisation to another platform that speaks Wialon IPS. `gateway/forwards` does it. */
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
    body: bodyOf({ name, host, port }, { organisation_id: Id, protocol, active, password }),
    async run(trx, viewer, { password: secret, ...body }) {
      const organisation_id = administeredFor(viewer, body.organisation_id)
      const created = await rows(trx, 'report_forward').insert({
        ...body,
        organisation_id,
        host: checkedHost(body.host),
      })
      await seal(trx, viewer, Number(created.id), secret)
      return created
    },
  },
  update: {
    body: bodyOf({}, { name, host, port, protocol, active, password }),
    async run(trx, viewer, { password: secret, ...body }) {
      const stored = await trx
        .selectFrom('report_forward')
        .select(['host', 'port', 'password_sealed'])
        .where('id', '=', body.id)
        .executeTakeFirstOrThrow()
      const moves =
        (body.host !== undefined && checkedHost(body.host) !== stored.host) ||
        (body.port !== undefined && body.port !== stored.port)
      // Otherwise an administrator could have a password that they do not know sent to a server of their own.
      if (moves && stored.password_sealed !== null && secret === undefined) {
        throw wrong('password', 'is required with another address.')
      }
      const target = body.host === undefined ? {} : { host: checkedHost(body.host) }
      await rows(trx, 'report_forward').update({ ...body, ...target })
      await trx
        .updateTable('report_forward')
        .set({ retry_at: null, failures: 0, last_error: null, last_error_at: null })
        .where('id', '=', body.id)
        .execute()
      await seal(trx, viewer, body.id, secret)
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'report_forward').remove(target),
})

/**
 * A host name or an address. Whether it is public is checked when it is connected to, as a name may change.
 *
 * @throws {AppError} that names the field
 */
function checkedHost(text: string): string {
  const host = text.trim().toLowerCase()
  const is_name = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(
    host,
  )
  if (isIP(host) === 0 && !is_name) throw wrong('host', 'is neither a host name nor an address.')
  return host
}

/** Sealed after the insert: the seal names the row. Undefined leaves it. */
async function seal(trx: Trx, viewer: Viewer, id: number, secret: string | null | undefined): Promise<void> {
  if (secret === undefined) return
  if (secret !== null && /[;#|]/.test(secret)) {
    throw wrong('password', 'contains ; # or |, which the protocol cannot send.')
  }
  if (secret !== null && viewer.impersonator_user_id !== null) {
    throw new AppError('forbidden', 'password: is not for those who act as another person.', 'password')
  }
  const password_sealed = secret === null ? null : contextOf(trx).keys.seal(secret, purposes.report_forward(id))
  await trx.updateTable('report_forward').set({ password_sealed }).where('id', '=', id).execute()
}
