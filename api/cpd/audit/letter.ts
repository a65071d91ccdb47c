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
import { cpdaudit } from './cpdaudit.ts'
import type { Letter } from './letter/layout.ts'

const layout: LayoutModule<Letter> = new URL('./letter/layout.ts', import.meta.url)

/** The outcome of an audit as a letter, for its person and for administrators. */
export function addAuditLetter(app: TypedApp, context: ApiContext): void {
  const { db } = context
  app.get('/cpdaudit/letter', {
    schema: {
      tags: ['cpdaudits'],
      summary: 'Read the outcome of an audit as a letter, a tagged PDF (PDF/UA-1)',
      querystring: Type.Object({ id: Id }, { additionalProperties: false }),
      response: { ...answers({}), 200: Type.Any({ description: 'The PDF' }) },
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id } = request.query
      const row = await limitReads(viewer, () => read(db, cpdaudit, viewer, id))
      const { organisation_id, user_id } = row
      if (row.verdict === null) throw new AppError('not_possible', 'This audit is not decided yet.', 'id')
      const letter = await letterOf(context, row as Decided)
      const pdf = await pdfWorkers.make(layout, letter, { user_id: viewer.user_id, organisation_id })
      if (user_id !== viewer.user_id || viewer.impersonator_user_id !== null) {
        const about = { action: 'cpdaudit.letter', entity: 'cpdaudit', format: 'pdf' }
        await auditExport(db, viewer, { ...about, organisations: [organisation_id] })
      }
      reply.type('application/pdf').header('content-disposition', contentDisposition(`audit-${id}.pdf`))
      return reply.send(pdf)
    },
  })
}

/** The same for everybody who may read it: private activities have no title in it. */
async function letterOf({ db }: ApiContext, row: Decided): Promise<Letter> {
  const ids = row.activities.map(({ devactivity_id }) => devactivity_id)
  const { rows: titles } = await sql<{ id: number; title: string | null; completed_on: string }>`
    select id, case when not private then target end as title, completed_on::text
    from devactivity where organisation_id = ${row.organisation_id} and user_id = ${row.user_id}
      and id = any(${`{${ids.join(',')}}`}::bigint[])`.execute(db)
  const { rows: about } = await sql<{ organisation: string; decided_on: string; number: string | null }>`
    select o.name as organisation, (a.decided_at at time zone o.timezone)::date::text as decided_on, u.number
    from cpd_audit a join organisation o on o.id = a.organisation_id join user_account u on u.id = a.user_id
    where a.id = ${row.id}`.execute(db)
  const known = new Map(titles.map((one) => [one.id, one]))
  const activities = row.activities.map(({ devactivity_id, verdict, reason }) => {
    const found = known.get(devactivity_id)
    return { title: titleOf(found), completed_on: found?.completed_on ?? '', verdict, reason }
  })
  const { person, cycle, period_start, period_end, verdict, reason, state, first_verdict } = row
  return {
    language: letterLanguage(await localeOf(db, row.user_id)),
    ...about[0]!,
    person: person ?? '',
    cycle,
    period_start,
    period_end,
    verdict,
    reason,
    first_verdict,
    activities: activities.toSorted((a, b) => (a.completed_on < b.completed_on ? -1 : 1)),
    appeal_days: state === 'decided' ? APPEAL_DAYS : null,
  }
}

/** @param found none where it was deleted; without a title where it is private */
function titleOf(found: { title: string | null } | undefined): Letter['activities'][number]['title'] {
  if (!found) return { is: 'deleted' }
  return found.title === null ? { is: 'private' } : found.title || { is: 'untitled' }
}

type Decided = RowIn<typeof cpdaudit.row> & { verdict: Letter['verdict'] }
