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
import { AppError, wrong } from '../../http/errors.ts'
import { readsPersonal, withCpd, writesPersonal } from '../access.ts'
import { EvidenceIds, EvidenceRows, evidenceOf, removeEvidence, writeEvidence } from '../evidence.ts'
import { qualificationState } from './certifications.ts'
import { checkDecides, decidesFor } from './decides.ts'
import { checkEndedCycles } from './ended_cycles.ts'
import { nameOf, PersonName } from './names.ts'
import { personFor } from './person_for.ts'

const { level, issuer, number, issued_on, expires_on, devcategory_id } = Devqualification.columns
const { suspended, extended_until, extended_reason } = Devqualification.columns
const fields = { level, issuer, number, issued_on, expires_on, devcategory_id, evidence: EvidenceIds }
/** What only an administrator decides, for others. */
const decided = { suspended, extended_until, extended_reason }
/** Confirms the row as it is; what an administrator records for others is confirmed. */
const confirmed = Type.Unsafe<true>(Type.Boolean({ const: true }))
/** What rules and audiences read: the person's until it is confirmed. */
const facts = ['type', 'name', 'issued_on', 'expires_on'] as const

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
    confirmed_by: PersonName,
    evidence: EvidenceRows,
  }),
  computed: {
    state: qualificationState,
    person: nameOf('devqualification.user_id'),
    confirmed_by: nameOf('devqualification.confirmed_by_user_id'),
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
      const counts = decidesFor(viewer, of) && confirmation(viewer)
      const { id } = await rows(trx, 'devqualification').insert({ ...body, ...names, ...of, ...counts })
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
    body: bodyOf({}, { type: Name, name: Name, ...fields, ...decided, confirmed }),
    async run(trx, viewer, { evidence, confirmed, ...body }) {
      const stored = await readStored(trx, body.id)
      const values = { ...stored, ...JSON.parse(JSON.stringify(body)) } as typeof stored
      await check(trx, viewer, values, { ...body, ...(confirmed && { confirmed }) })
      const changed = facts.find((name) => values[name] !== stored[name])
      if (stored.confirmed_at !== null) {
        if (changed && !decidesFor(viewer, stored)) throw kept(changed)
        await checkEndedCycles(trx, stored, values)
      }
      const names = { type: checkName(body.type, 'type'), name: checkName(body.name) }
      const counts = confirmed && stored.confirmed_at === null && confirmation(viewer)
      await rows(trx, 'devqualification').update({ ...body, ...names, ...counts })
      const { organisation_id, user_id } = stored
      const about = { organisation_id, user_id, entity: 'devqualification' as const, entity_id: body.id }
      await writeEvidence(trx, viewer, { ...about, title: names.name ?? stored.name }, evidence)
    },
  },
  async remove(trx, viewer, target) {
    const stored = await readStored(trx, target.id)
    if (stored.confirmed_at !== null) {
      if (!decidesFor(viewer, stored)) throw kept('id')
      await checkEndedCycles(trx, stored, null)
    }
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

const readStored = (trx: Trx, id: number) =>
  trx.selectFrom('devqualification').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const confirmation = (viewer: Viewer) => ({ confirmed_at: sql<string>`now()`, confirmed_by_user_id: viewer.user_id })

const kept = (field: string) =>
  new AppError(
    'not_possible',
    'This qualification was confirmed, so administrators change it. Record a renewal as a new one.',
    field,
  )

async function check(trx: Trx, viewer: Viewer, values: Values, body: object): Promise<void> {
  const { organisation_id, issued_on, expires_on, extended_until, extended_reason, devcategory_id } = values
  const name = [...Object.keys(decided), 'confirmed'].find((one) => one in body)
  if (name) checkDecides(viewer, values, name)
  if (issued_on && expires_on && expires_on < issued_on) throw wrong('expires_on', 'must not be before issued_on.')
  if (extended_until && (!expires_on || extended_until <= expires_on)) {
    throw wrong('extended_until', 'must be after expires_on.')
  }
  if (extended_until && !extended_reason?.trim()) throw wrong('extended_reason', 'please say why it is extended.')
  if (devcategory_id) {
    const { rows: found } = await sql`select 1 from devcategory where id = ${devcategory_id}
      and organisation_id = ${organisation_id}`.execute(trx)
    if (found.length === 0) throw new AppError('not_found', 'There is no such category.', 'devcategory_id')
  }
}

type Values = {
  organisation_id: number
  user_id: number
  issued_on?: string | null
  expires_on?: string | null
  extended_until?: string | null
  extended_reason?: string
  devcategory_id?: number | null
}
