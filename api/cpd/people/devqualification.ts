import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { DateOnly, Id } from '#db/tables/columns.ts'
import { Devqualification } from '#db/tables/cpd/devqualification.ts'
import { QualificationState } from '#db/tables/cpd/values.ts'
import { type Scope, scope } from '../../crud/access.ts'
import { checkName, Name } from '../../crud/checks.ts'
import { atLeast, below, bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { readsPersonal, withCpd, writesPersonal } from '../access.ts'
import { EvidenceIds, EvidenceRows, evidenceOf, removeEvidence, writeEvidence } from '../evidence.ts'
import { qualificationState } from './certifications.ts'
import { nameOf, PersonName } from './names.ts'
import { isAdministrator, personFor } from './person_for.ts'

const { level, issuer, number, issued_on, expires_on, devcategory_id } = Devqualification.columns
const { suspended, extended_until, extended_reason } = Devqualification.columns
const fields = { level, issuer, number, issued_on, expires_on, devcategory_id, evidence: EvidenceIds }
/** What only an administrator decides. */
const decided = { suspended, extended_until, extended_reason }

export const devqualification = defineResource({
  name: 'devqualification',
  plural: 'devqualifications',
  noun: 'qualification',
  about: 'List qualifications: your own, of people whom you supervise, and for administrators everybody’s',
  table: 'devqualification',
  row: Type.Object({
    ...Devqualification.columns,
    state: QualificationState,
    person: PersonName,
    evidence: EvidenceRows,
  }),
  computed: {
    state: qualificationState,
    person: nameOf('devqualification.user_id'),
    evidence: evidenceOf('devqualification'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    type: equals('type', Type.String({ maxLength: 200 })),
    state: defineFilter(QualificationState, (state) => sql<SqlBool>`${qualificationState} = ${state}`),
    expires_from: atLeast('expires_on', DateOnly),
    expires_to: below('expires_on', DateOnly),
  },
  search: ['type', 'name', 'issuer', 'number', 'person'],
  sort: { id: null, modified_at: null },
  default_sort: '-id',
  reads: (viewer) => readsPersonal(viewer, 'devqualification'),
  writes: (viewer) => writesQualifications(viewer),
  quota: { person: 'cpd_records_of_person' },

  create: {
    body: bodyOf({ type: Name, name: Name }, { ...fields, ...decided, organisation_id: Id, user_id: Id }),
    async run(trx, viewer, { evidence, ...body }) {
      const of = await personFor(trx, viewer, body)
      await check(trx, viewer, { ...body, ...of }, body)
      const names = { type: checkName(body.type, 'type'), name: checkName(body.name) }
      const { id } = await rows(trx, 'devqualification').insert({ ...body, ...names, ...of })
      await writeEvidence(
        trx,
        viewer,
        { ...of, entity: 'devqualification', entity_id: id, title: names.name },
        evidence,
      )
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { type: Name, name: Name, ...fields, ...decided }),
    async run(trx, viewer, { evidence, ...body }) {
      const stored = await trx
        .selectFrom('devqualification')
        .selectAll()
        .where('id', '=', body.id)
        .executeTakeFirstOrThrow()
      await check(trx, viewer, { ...stored, ...JSON.parse(JSON.stringify(body)) }, body)
      const names = { type: checkName(body.type, 'type'), name: checkName(body.name) }
      await rows(trx, 'devqualification').update({ ...body, ...names })
      const { organisation_id, user_id } = stored
      const about = { organisation_id, user_id, entity: 'devqualification' as const, entity_id: body.id }
      await writeEvidence(trx, viewer, { ...about, title: names.name ?? stored.name }, evidence)
    },
  },
  async remove(trx, _viewer, target) {
    await removeEvidence(trx, { entity: 'devqualification', entity_id: target.id })
    await rows(trx, 'devqualification').remove(target)
  },
})

function writesQualifications(viewer: Viewer): Scope {
  const own = writesPersonal(viewer, 'devqualification')
  const administered = organisationsOf(withCpd(viewer), ...managesAll)
  if (administered.length === 0) return own
  return scope('all', sql<SqlBool>`(${own} or devqualification.organisation_id in (${sql.join(administered)}))`)
}

async function check(trx: Trx, viewer: Viewer, values: Values, body: object): Promise<void> {
  const { organisation_id, issued_on, expires_on, extended_until, extended_reason, devcategory_id } = values
  const name = Object.keys(decided).find((one) => one in body)
  if (name && !isAdministrator(viewer, organisation_id)) {
    throw new AppError('forbidden', `${name}: only an administrator decides that.`, name)
  }
  if (issued_on && expires_on && expires_on < issued_on) {
    throw new AppError('bad_request', 'expires_on: must not be before issued_on.', 'expires_on')
  }
  if (extended_until && (!expires_on || extended_until <= expires_on)) {
    throw new AppError('bad_request', 'extended_until: must be after expires_on.', 'extended_until')
  }
  if (extended_until && !extended_reason?.trim()) {
    throw new AppError('bad_request', 'extended_reason: please say why it is extended.', 'extended_reason')
  }
  if (devcategory_id) {
    const { rows: found } = await sql`select 1 from devcategory where id = ${devcategory_id}
      and organisation_id = ${organisation_id}`.execute(trx)
    if (found.length === 0) throw new AppError('not_found', 'There is no such category.', 'devcategory_id')
  }
}

type Values = {
  organisation_id: number
  issued_on?: string | null
  expires_on?: string | null
  extended_until?: string | null
  extended_reason?: string
  devcategory_id?: number | null
}
