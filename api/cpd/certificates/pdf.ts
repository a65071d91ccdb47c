import { create as contentDisposition } from 'content-disposition'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { auditExport } from '../../crud/audit.ts'
import { limitReads } from '../../crud/lists.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { AppError, wrong } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { type LayoutModule, pdfWorkers } from '../../pdf/workers.ts'
import { readsOwnOrAdministered } from '../evidence_access.ts'
import type { Certificate, Certificates } from './layout.ts'

const layout: LayoutModule<Certificates> = new URL('./layout.ts', import.meta.url)
const MOST = 500

/** One certificate, or all of a cycle that the viewer reads, a page each. */
export function addCertificateFiles(app: TypedApp, context: ApiContext): void {
  const { db, config } = context
  app.get('/cpdcertificates/pdf', {
    schema: {
      tags: ['cpdcertificates'],
      summary: 'Read a certificate, or those of a cycle, as tagged PDF (PDF/UA-1), a page each',
      querystring: Type.Object(
        {
          id: Type.Optional(Id),
          cycle_id: Type.Optional(Id),
          part: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 1000,
              description: `Of a cycle with more than ${MOST}: 1 is the first`,
            }),
          ),
        },
        { additionalProperties: false },
      ),
      response: { ...answers({}), 200: Type.Any({ description: 'The PDF' }) },
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id, cycle_id, part = 1 } = request.query
      if (id === undefined && cycle_id === undefined) throw wrong('id', 'name a certificate, or the cycle.')
      const { rows } = await limitReads(viewer, () =>
        sql<Row>`select cpd_certificate.code, cpd_certificate.person, cpd_certificate.number, cpd_certificate.organisation,
            cpd_certificate.cycle, cpd_certificate.standard, cpd_certificate.start::text, cpd_certificate."end"::text,
            cpd_certificate.organisation_id, cpd_certificate.user_id,
            (cpd_certificate.issued_at at time zone o.timezone)::date::text as issued_on
          from cpd_certificate join organisation o on o.id = cpd_certificate.organisation_id
          where cpd_certificate.withdrawn_at is null and ${readsOwnOrAdministered(viewer, 'cpd_certificate')}
            and ${id === undefined ? sql`true` : sql`cpd_certificate.id = ${id}`}
            and ${cycle_id === undefined ? sql`true` : sql`cpd_certificate.devcycle_id = ${cycle_id}`}
          order by cpd_certificate.id limit ${MOST} offset ${(part - 1) * MOST}`.execute(db),
      )
      const [first] = rows
      if (!first) throw new AppError('not_found', 'There is no such certificate.', id === undefined ? 'cycle_id' : 'id')
      const { organisation_id } = first
      const certificates = rows.map(({ organisation_id: _o, user_id: _u, ...one }) => one)
      const check_at = `${config.public_url.replace(/\/$/, '')}/app/certificate?code=`
      const pdf = await pdfWorkers.make(
        layout,
        { certificates, check_at },
        { user_id: viewer.user_id, organisation_id },
      )
      if (rows.some(({ user_id }) => user_id !== viewer.user_id) || viewer.impersonator_user_id !== null) {
        const about = { action: 'cpdcertificate.pdf', entity: 'cpdcertificate', format: 'pdf' }
        await auditExport(db, viewer, { ...about, organisations: [organisation_id] })
      }
      const name = id === undefined ? 'certificates.pdf' : 'certificate.pdf'
      reply.type('application/pdf').header('content-disposition', contentDisposition(name))
      return reply.send(pdf)
    },
  })
}

type Row = Certificate & { organisation_id: number; user_id: number }
