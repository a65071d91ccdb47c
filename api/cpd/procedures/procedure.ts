import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { Procedure } from '#db/tables/cpd/procedure.ts'
import { ProcedureRole, ProcedureState, Supervision } from '#db/tables/cpd/values.ts'
import { atLeast, below, bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { contextOf } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { approves, checkOpensPrivate, writesPersonal } from '../access.ts'
import { checkDay } from '../activities/activity_dates.ts'
import { EvidenceIds, EvidenceRows, evidenceOf, removeEvidence, writeEvidence } from '../evidence.ts'
import { readsNhi, readsProcedures } from '../evidence_access.ts'
import { checkNotFrozen, isFrozen } from '../freezing.ts'
import { nameOf, PersonName } from '../people/names.ts'
import { checkMember, oneselfIn } from '../people/person_for.ts'
import { rotationOn } from '../rotation_rights.ts'
import { lockCaseNumbers, nextCaseNumber } from './case_numbers.ts'
import { logbook } from './logbook.ts'
import { sealNhi } from './sealed_nhi.ts'

const { nhi_sealed: _s, nhi_index: _i, nhi_mask: _m, ...columns } = Procedure.columns
const { case_number, date, type, modality, region, structures, comments, role, supervision, outcome } = columns
const { difficulty_extraneous, difficulty_other, difficulty_physical } = columns
const { difficulty_physiological, difficulty_psychological, supervisor_user_id, client_key } = columns
const nhi = Nullable(Type.String({ maxLength: 20, description: 'National Health Index number; answers mask it' }))
const fields = {
  case_number,
  type,
  modality,
  region,
  structures,
  nhi,
  comments,
  role,
  supervision,
  supervisor_user_id,
  outcome,
  difficulty_extraneous,
  difficulty_other,
  difficulty_physical,
  difficulty_physiological,
  difficulty_psychological,
  evidence: EvidenceIds,
}

export const procedure = defineResource({
  name: 'procedure',
  plural: 'procedures',
  about: 'List procedures: your logbook, and the cases that were submitted to you. Health numbers are masked',
  table: 'procedure',
  row: Type.Object({
    ...columns,
    nhi,
    person: PersonName,
    supervisor: PersonName,
    rotation: Nullable(Type.String({ description: 'The rotation of its day' })),
    evidence: EvidenceRows,
    may_approve: Type.Boolean(),
    /** Whether the viewer may read its health number in full. */
    may_read_nhi: Type.Boolean(),
  }),
  computed: {
    nhi: (viewer) => sql<string | null>`case when ${readsNhi(viewer)} then procedure.nhi_mask
      when procedure.nhi_sealed is not null then '•••••••' end`,
    may_read_nhi: (viewer) => readsNhi(viewer),
    person: nameOf('procedure.user_id'),
    supervisor: nameOf('procedure.supervisor_user_id'),
    rotation: rotationOn('procedure', 'date'),
    evidence: evidenceOf('procedure'),
    may_approve: (viewer) => approves(viewer, 'procedure'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    case_number: equals('case_number', case_number),
    state: equals('state', ProcedureState),
    type: equals('type', type),
    modality: equals('modality', modality),
    region: equals('region', region),
    role: equals('role', ProcedureRole),
    supervision: equals('supervision', Supervision),
    supervisor_user_id: equals('supervisor_user_id', Id),
    from: atLeast('date', DateOnly),
    to: below('date', DateOnly),
    /** Cases that wait for the viewer's approval. */
    waiting: defineFilter(Type.Boolean(), (waiting, viewer) => {
      const waits = sql<SqlBool>`(procedure.state = 'for_review' and ${approves(viewer, 'procedure')}
        and not ${isFrozen('procedure', 'date')})`
      return waiting ? waits : sql<SqlBool>`not ${waits}`
    }),
  },
  search: ['type', 'structures', 'comments', 'outcome'],
  sort: { id: null, date: null, modified_at: null },
  default_sort: '-id',
  reads: readsProcedures,
  // Where no health number is shown, none can be lost by what is saved.
  writes: (viewer) =>
    writesPersonal(viewer, 'procedure', { private_: sql<SqlBool>`(procedure.nhi_sealed is not null)` }),
  quota: { person: 'cpd_records_of_person' },
  files: { logbook },

  create: {
    body: bodyOf({ date }, { ...fields, client_key, organisation_id: Id }),
    async run(trx, viewer, { evidence, nhi, organisation_id: named, ...body }) {
      const of = await oneselfIn(trx, viewer, named)
      await lockCaseNumbers(trx, of)
      const before = await findRepeated(trx, of.user_id, body.client_key)
      if (before !== null) return { id: before }
      await check(trx, { ...body, ...of })
      const case_number = body.case_number ?? (await nextCaseNumber(trx, of))
      const { id } = await rows(trx, 'procedure').insert({ ...body, ...of, case_number })
      await writeNhi(trx, viewer, id, of.organisation_id, nhi)
      await writeEvidence(
        trx,
        viewer,
        { ...of, entity: 'procedure', entity_id: id, title: titleOf(case_number) },
        evidence,
      )
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { date, ...fields }),
    async run(trx, viewer, { evidence, nhi, ...body }) {
      const stored = await trx.selectFrom('procedure').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
      const { organisation_id, user_id } = stored
      if (stored.state === 'approved') throw new AppError('not_possible', 'This case was approved, so it is kept.')
      await check(trx, { ...stored, ...JSON.parse(JSON.stringify(body)) }, stored.date)
      // A changed case needs a new submission.
      const changed = Object.keys(body).length > 2 || nhi !== undefined
      await rows(trx, 'procedure').update({ ...body, ...(changed && { state: 'draft' as const }) })
      await writeNhi(trx, viewer, body.id, organisation_id, nhi)
      const title = titleOf(body.case_number ?? stored.case_number)
      await writeEvidence(
        trx,
        viewer,
        { organisation_id, user_id, entity: 'procedure', entity_id: body.id, title },
        evidence,
      )
    },
  },
  async remove(trx, _viewer, target) {
    const stored = await trx
      .selectFrom('procedure')
      .select(['organisation_id', 'user_id', 'date', 'state'])
      .where('id', '=', target.id)
      .executeTakeFirstOrThrow()
    await checkNotFrozen(trx, { ...stored, dates: [stored.date] })
    if (stored.state === 'approved') throw new AppError('not_possible', 'A case that was approved is kept.')
    await removeEvidence(trx, { entity: 'procedure', entity_id: target.id })
    await rows(trx, 'procedure').remove(target)
  },
})

export const titleOf = (case_number: number) => `Case ${case_number}`

async function check(trx: Trx, values: Checked, before?: string): Promise<void> {
  const { organisation_id, user_id, date, supervisor_user_id } = values
  await checkDay(trx, organisation_id, date, 'date')
  await checkMember(trx, organisation_id, supervisor_user_id, 'supervisor_user_id')
  checkNotSelf(user_id, supervisor_user_id)
  await checkNotFrozen(trx, { organisation_id, user_id, dates: [date, before] })
}

export function checkNotSelf(user_id: number, supervisor_user_id: number | null | undefined): void {
  if (supervisor_user_id !== user_id) return
  throw wrong('supervisor_user_id', 'nobody supervises themselves.')
}

/** Seals the health number after the insert: the seal names the row. Undefined leaves it, null removes it. */
async function writeNhi(
  trx: Trx,
  viewer: Viewer,
  id: number,
  organisation_id: number,
  nhi: string | null | undefined,
): Promise<void> {
  if (nhi === undefined) return
  if (nhi !== null) checkOpensPrivate(viewer, 'nhi')
  const sealed = sealNhi(contextOf(trx).keys, { id, organisation_id, nhi })
  await trx.updateTable('procedure').set(sealed).where('id', '=', id).execute()
}

/** The row that an earlier request with the same key has made; the case numbers' lock makes parallel ones wait. */
async function findRepeated(trx: Trx, user_id: number, client_key: string | null | undefined) {
  if (!client_key) return null
  const found = await trx
    .selectFrom('procedure')
    .select('id')
    .where('user_id', '=', user_id)
    .where('client_key', '=', client_key)
    .executeTakeFirst()
  return found?.id ?? null
}

type Checked = { organisation_id: number; user_id: number; date: string; supervisor_user_id?: number | null }
