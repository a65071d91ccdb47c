import { create as contentDisposition } from 'content-disposition'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { auditExport } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { limitReads } from '../../crud/lists.ts'
import type { RowIn } from '../../crud/resource.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { AppError } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { type LayoutModule, pdfWorkers } from '../../pdf/workers.ts'
import { localeOf } from '../../people/mails/locale.ts'
import { APPEAL_DAYS } from '../dates/appeal_days.ts'
import { letterLanguage } from '../words/letters.ts'
import { devwaiver } from './devwaiver.ts'
import type { Letter } from './letter/layout.ts'
import { requirementsOf } from './requirements.ts'

const layout: LayoutModule<Letter> = new URL('./letter/layout.ts', import.meta.url)

/** The decision on a waiver as a letter, for its person and for administrators: those who read why. */
export function addWaiverLetter(app: TypedApp, context: ApiContext): void {
  const { db } = context
  app.get('/devwaiver/letter', {
    schema: {
      tags: ['devwaivers'],
      summary: 'Read the decision on a waiver as a letter, a tagged PDF (PDF/UA-1)',
      querystring: Type.Object({ id: Id }, { additionalProperties: false }),
      response: { ...answers({}), 200: Type.Any({ description: 'The PDF' }) },
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id } = request.query
      const row = await limitReads(viewer, () => read(db, devwaiver, viewer, id))
      const { organisation_id, user_id, kind, outcome } = row
      if (kind === null) throw new AppError('forbidden', 'The letter is read by the person and by administrators.')
      if (outcome === null) throw new AppError('not_possible', 'This waiver is not decided yet.', 'id')
      const letter = await letterOf(context, { ...row, kind, outcome })
      const pdf = await pdfWorkers.make(layout, letter, { user_id: viewer.user_id, organisation_id })
      if (user_id !== viewer.user_id) {
        const about = { action: 'devwaiver.letter', entity: 'devwaiver', format: 'pdf' }
        await auditExport(db, viewer, { ...about, organisations: [organisation_id] })
      }
      reply.type('application/pdf').header('content-disposition', contentDisposition(`waiver-${id}.pdf`))
      return reply.send(pdf)
    },
  })
}

async function letterOf({ db }: ApiContext, row: Decided): Promise<Letter> {
  const { rows } = await sql<{ organisation: string; decided_on: string; number: string | null }>`
    select o.name as organisation, u.number,
      (coalesce(w.decided_at, w.modified_at) at time zone o.timezone)::date::text as decided_on
    from devwaiver w join organisation o on o.id = w.organisation_id join user_account u on u.id = w.user_id
    where w.id = ${row.id}`.execute(db)
  const { person, cycle, kind, from, to, percent, requirements, outcome, first_outcome, decision } = row
  const known = new Map((await requirementsOf(db, row.devplan_id)).map(({ code, title }) => [code, title]))
  const titles = (codes: string[]) => codes.map((code) => known.get(code) ?? code)
  return {
    language: letterLanguage(await localeOf(db, row.user_id)),
    ...rows[0]!,
    person: person ?? '',
    cycle,
    kind,
    asked: {
      from: row.asked_from ?? from,
      to: row.asked_to ?? to,
      percent: row.asked_percent ?? percent,
      requirements: titles(row.asked_requirements ?? requirements),
    },
    granted: { from, to, percent, requirements: titles(requirements) },
    outcome,
    first_outcome,
    decision: decision ?? '',
    appeal_days: outcome !== 'whole' && row.appealed_at === null ? APPEAL_DAYS : null,
  }
}

type Decided = RowIn<typeof devwaiver.row> & Pick<Letter, 'kind' | 'outcome'>
