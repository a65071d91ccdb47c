import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { purposes } from '#db/tables/purposes.ts'
import type { ApiContext } from '../../context.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { approves, checkOpensPrivate, cpdOrganisation } from '../access.ts'
import { readsNhi } from '../evidence_access.ts'
import { checkNotFrozen } from '../freezing.ts'
import { procedure } from './procedure.ts'
import { indexesOf } from './sealed_nhi.ts'

const Body = Type.Object({ id: Id }, { additionalProperties: false })
const ApproveBody = Type.Object(
  {
    id: Id,
    /** False returns it: then a note says why. */
    approved: Type.Optional(Type.Boolean()),
    note: Type.Optional(Type.String({ maxLength: 10_000 })),
  },
  { additionalProperties: false },
)
const FindBody = Type.Object(
  { nhi: Type.String({ minLength: 7, maxLength: 20 }), organisation_id: Type.Optional(Id) },
  { additionalProperties: false },
)
const Candidates = Type.Array(Type.Object({ id: Id, case_number: Type.Integer(), date: Type.String() }))

/** Submitting and approving cases, and the calls that use a health number in clear. */
export function addProcedureActions(app: TypedApp, context: ApiContext): void {
  const { db } = context
  const tags = ['procedures']
  const resource = procedure
  const row = async (viewer: Viewer, id: number) => read(db, resource, viewer, id)

  app.post('/procedure/submit', {
    schema: { tags, summary: 'Submit a case to its supervisor', body: Body, response: answers({ 261: procedure.row }) },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id } = request.body
      await transact(context, async (trx) => {
        const found = await findProcedure(trx, viewer, id)
        if (found.user_id !== viewer.user_id) throw new AppError('forbidden', 'Only the person submits their cases.')
        checkNotImpersonating(viewer)
        if (!['draft', 'returned'].includes(found.state)) {
          throw new AppError('not_possible', `This case is ${wordsOf(found.state)}.`)
        }
        await change(trx, id, { state: 'for_review', note: '' })
      })
      return reply.code(261).send({ data: await row(viewer, id) })
    },
  })

  app.post('/procedure/approve', {
    config: { open_to: ['lapsed'] },
    schema: {
      tags,
      summary: 'Approve a case of a person whom you supervise, or return it (approved: false) with a note',
      body: ApproveBody,
      response: answers({ 261: procedure.row }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id, approved = true, note = '' } = request.body
      await transact(context, async (trx) => {
        const found = await findProcedure(trx, viewer, id)
        checkNotImpersonating(viewer)
        if (!found.may_approve) throw new AppError('forbidden', 'Only a current supervisor of the person may do that.')
        if (found.state !== 'for_review') throw new AppError('not_possible', `This case is ${wordsOf(found.state)}.`)
        if (!approved && !note.trim()) throw wrong('note', 'please say what is missing.')
        const by = approved
          ? { state: 'approved', approved_by: viewer.user_id, approved_at: sql`now()` }
          : { state: 'returned', approved_by: null, approved_at: null }
        await change(trx, id, { ...by, note })
      })
      return reply.code(261).send({ data: await row(viewer, id) })
    },
  })

  app.post('/procedure/nhi', {
    config: { open_to: ['lapsed'] },
    schema: {
      tags,
      summary: 'Read the health number of a case in full, which is audited: your own, or as the supervisor of the case',
      body: Body,
      response: answers({ 200: Type.Object({ nhi: Nullable(Type.String()) }) }),
    },
    async handler(request) {
      const viewer = viewerOf(request)
      const { id } = request.body
      const nhi = await transact(context, async (trx) => {
        const { organisation_id, nhi_sealed, may_read_nhi } = await findProcedure(trx, viewer, id, false)
        checkOpensPrivate(viewer, 'nhi')
        if (!may_read_nhi) {
          throw new AppError('forbidden', 'Only the person and the supervisor of the case read its health number.')
        }
        await audit(trx, viewer, 'procedure.nhi', { organisation_id, entity: 'procedure', entity_id: id })
        return nhi_sealed === null ? null : context.keys.unseal(nhi_sealed, purposes.nhi(id))
      })
      return { data: { nhi } }
    },
  })

  app.post('/procedures/nhi', {
    config: { open_to: ['lapsed'] },
    schema: {
      tags,
      summary: 'Find your own cases of a health number. A POST, so that it is in no log of addresses',
      body: FindBody,
      response: answers({ 200: Candidates, 260: Candidates }),
    },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      checkOpensPrivate(viewer, 'nhi')
      const organisation_id = await cpdOrganisation(db, viewer, request.body.organisation_id)
      const indexes = indexesOf(context.keys, organisation_id, request.body.nhi)
      const data = await db
        .selectFrom('procedure')
        .select(['id', 'case_number', 'date'])
        .where('organisation_id', '=', organisation_id)
        .where('user_id', '=', viewer.user_id)
        .where('nhi_index', 'in', indexes)
        .orderBy('date', 'desc')
        .limit(100)
        .execute()
      return reply.code(data.length > 0 ? 200 : 260).send({ data })
    },
  })
}

/** The case, locked; 404 for one that the viewer may not read. */
async function findProcedure(trx: Trx, viewer: Viewer, id: number, changes = true) {
  const found = await trx
    .selectFrom('procedure')
    .select(['organisation_id', 'user_id', 'date', 'state', 'nhi_sealed'])
    .select([approves(viewer, 'procedure').as('may_approve'), readsNhi(viewer).as('may_read_nhi')])
    .where('id', '=', id)
    .where(procedure.reads(viewer))
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new AppError('not_found', 'There is no such procedure.', 'id')
  if (changes) await checkNotFrozen(trx, { ...found, dates: [found.date] })
  return found
}

const wordsOf = (state: string) => state.replace('_', ' ')

async function change(trx: Trx, id: number, values: object): Promise<void> {
  await trx
    .updateTable('procedure')
    .set({ ...values, modified_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
