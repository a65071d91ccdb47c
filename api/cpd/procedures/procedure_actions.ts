import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import { purposes } from '#db/tables/purposes.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read, takeStep } from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { checkOpensPrivate, cpdOrganisation } from '../access.ts'
import { checkNotFrozen } from '../freezing.ts'
import { checkApproves, checkReason } from '../steps.ts'
import { procedure } from './procedure.ts'
import { indexesOf } from './sealed_nhi.ts'

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

const tags = ['procedures']

/** Submitting and approving cases, and the calls that use a health number in clear. */
export const submitProcedure = defineAction({
  method: 'POST',
  path: 'procedure/submit',
  tags,
  summary: 'Submit a case to its supervisor',
  body: IdQuery,
  answer: procedure.row,
  async run({ context, viewer, body: { id } }) {
    await takeStep(context, procedure, viewer, id, async (trx, row) => {
      if (row.user_id !== viewer.user_id) throw new AppError('forbidden', 'Only the person submits their cases.')
      checkNotImpersonating(viewer)
      await checkNotFrozen(trx, { ...row, dates: [row.date] })
      if (row.state !== 'draft' && row.state !== 'returned') throw isIn(row.state)
      return { state: 'for_review', note: '' }
    })
    return read(context.db, procedure, viewer, id)
  },
})

export const approveProcedure = defineAction({
  method: 'POST',
  path: 'procedure/approve',
  tags,
  summary: 'Approve a case of a person whom you supervise, or return it (approved: false) with a note',
  body: ApproveBody,
  answer: procedure.row,
  config: { open_to: ['lapsed'] },
  async run({ context, viewer, body: { id, approved = true, note = '' } }) {
    await takeStep(context, procedure, viewer, id, async (trx, row) => {
      checkApproves(viewer, row.may_approve)
      await checkNotFrozen(trx, { ...row, dates: [row.date] })
      if (row.state !== 'for_review') throw isIn(row.state)
      if (!approved) checkReason(note, 'note')
      const by = approved
        ? { state: 'approved', approved_by: viewer.user_id, approved_at: sql`now()` }
        : { state: 'returned', approved_by: null, approved_at: null }
      return { ...by, note }
    })
    return read(context.db, procedure, viewer, id)
  },
})

export const readHealthNumber = defineAction({
  method: 'POST',
  path: 'procedure/nhi',
  tags,
  summary: 'Read the health number of a case in full, which is audited: your own, or as the supervisor of the case',
  body: IdQuery,
  answer: Type.Object({ nhi: Nullable(Type.String()) }),
  status: 200,
  config: { open_to: ['lapsed'] },
  async run({ context, viewer, body: { id } }) {
    const nhi = await transact(context, async (trx) => {
      const { organisation_id, may_read_nhi } = await read(trx, procedure, viewer, id, { lock: true })
      checkOpensPrivate(viewer, 'nhi')
      if (!may_read_nhi) {
        throw new AppError('forbidden', 'Only the person and the supervisor of the case read its health number.')
      }
      await audit(trx, viewer, 'procedure.nhi', { organisation_id, entity: 'procedure', entity_id: id })
      const sealed = trx.selectFrom('procedure').select('nhi_sealed').where('id', '=', id)
      const { nhi_sealed } = await sealed.executeTakeFirstOrThrow()
      return nhi_sealed === null ? null : context.keys.unseal(nhi_sealed, purposes.nhi(id))
    })
    return { nhi }
  },
})

export const findByHealthNumber = defineAction({
  method: 'POST',
  path: 'procedures/nhi',
  tags,
  summary: 'Find your own cases of a health number. A POST, so that it is in no log of addresses',
  body: FindBody,
  answer: Candidates,
  status: [200, 260],
  config: { open_to: ['lapsed'] },
  async run({ context, viewer, body }) {
    const { db } = context
    checkOpensPrivate(viewer, 'nhi')
    const organisation_id = await cpdOrganisation(db, viewer, body.organisation_id)
    const indexes = indexesOf(context.keys, organisation_id, body.nhi)
    return db
      .selectFrom('procedure')
      .select(['id', 'case_number', 'date'])
      .where('organisation_id', '=', organisation_id)
      .where('user_id', '=', viewer.user_id)
      .where('nhi_index', 'in', indexes)
      .orderBy('date', 'desc')
      .limit(100)
      .execute()
  },
})

const isIn = (state: string) => new AppError('not_possible', `This case is ${state.replace('_', ' ')}.`)
