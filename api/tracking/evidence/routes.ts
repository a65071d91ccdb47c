import { create as contentDisposition } from 'content-disposition'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { daysBetween } from '#db/history/evidence/days.ts'
import { MOST_DAYS } from '#db/history/evidence/evidence.ts'
import { publicKeyOf, signingKey } from '#db/history/evidence/signing.ts'
import { DateOnly, Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { ofAdministrator } from '../../crud/access.ts'
import { defineAction } from '../../crud/action.ts'
import { auditExport } from '../../crud/audit.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { readsTracker } from '../access/scopes.ts'
import { readPrinter } from '../printer.ts'
import { noteViews } from '../privacy/note_views.ts'
import { bundle, type Tracker } from './bundle.ts'

/** For who is shown an export: the key that must have signed it. */
export const readHistoryKey = defineAction({
  method: 'GET',
  path: 'history/key',
  public: true,
  tags: ['trackerevents'],
  summary: 'Read the public key with which this installation signs exports of history',
  answer: Type.Object({
    key: Type.String({ description: 'Ed25519, as PEM' }),
    fingerprint: Type.String({ description: 'SHA-256 of its DER form, in hexadecimal digits' }),
  }),
  run: ({ context: { config } }) => publicKeyOf(signingKey(config.jwt_secret)),
})

const Query = Type.Object(
  {
    id: Id,
    from: DateOnly,
    until: { ...DateOnly, description: `A day; with \`from\` at most ${MOST_DAYS} days, UTC` },
  },
  { additionalProperties: false },
)

/** A tracker's reports with the way to the chain of closed days, signed. */
export function addEvidence(app: TypedApp, context: ApiContext): void {
  app.get('/tracker/evidence', {
    config: { rateLimit: { max: 60, timeWindow: 60_000 } },
    schema: {
      tags: ['trackerevents'],
      summary: 'Export the reports of a tracker as a signed zip (PDF, CSV, JSON), for whom they are to convince',
      description: 'Administrators only. Closed days; `npm run db -- history verify --export` verifies it offline.',
      querystring: Query,
      response: { ...answers({}), 200: Type.Any({ description: 'The zip' }) },
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id, from, until } = request.query
      checkDays(from, until)
      const { db } = context
      const tracker = await readTracker(db, viewer, id)
      const about = { tracker, from, until, printed_by: await readPrinter(context, viewer), viewer }
      await noteViews(context, viewer, [id])
      await auditExport(db, viewer, {
        action: 'tracker.evidence',
        entity: 'tracker',
        format: 'zip',
        organisations: [tracker.organisation_id],
        named: { tracker_id: id, from, until },
      })
      const output = await bundle(context, about)
      reply.type('application/zip')
      reply.header('content-disposition', contentDisposition(`evidence ${tracker.name} ${from} ${until}.zip`))
      return reply.send(output)
    },
  })
}

function checkDays(from: string, until: string): void {
  if (until < from) throw wrong('until', 'is before the first day.')
  if (daysBetween(from, until).length > MOST_DAYS) throw wrong('until', `must be within ${MOST_DAYS} days.`)
  if (until >= new Date().toISOString().slice(0, 10)) throw wrong('until', 'must be a day that has ended (UTC).')
}

async function readTracker(db: Db, viewer: Viewer, id: number) {
  const { rows } = await sql<{ may: boolean } & Tracker>`
    select t.id::float8 as id, coalesce(t.name, t.number) as name, t.organisation_id::float8 as organisation_id,
      o.name as organisation_name, ${ofAdministrator(viewer, 't.organisation_id')} as may
    from tracker t join organisation o on o.id = t.organisation_id
    where t.id = ${id} and ${readsTracker(viewer, 't')}`.execute(db)
  if (!rows[0]) throw new AppError('not_found', 'There is no such tracker.', 'id')
  const { may, ...tracker } = rows[0]
  if (!may) throw new AppError('forbidden')
  return tracker
}
