import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import { Userrelationship } from '#db/tables/cpd/userrelationship.ts'
import { RelationshipKind, RelationshipState } from '#db/tables/cpd/values.ts'
import { nothing, type Scope, scope } from '../../crud/access.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { cpdOrganisation, withCpd } from '../access.ts'
import { nameOf, PersonName } from './names.ts'
import { checkMember, isAdministrator } from './person_for.ts'

const { kind, assessment_level, begins, ends, may_read_private } = Userrelationship.columns
const state = Type.Unsafe<'accepted' | 'declined' | 'ended'>(Type.String({ enum: ['accepted', 'declined', 'ended'] }))

/**
 * Who supervises, teaches or accompanies a trainee. One side asks and the other accepts; an administrator asks for both,
 * and the supervisor accepts. Either side ends it, which takes the right to read at once.
 */
export const userrelationship = defineResource({
  name: 'userrelationship',
  plural: 'userrelationships',
  noun: 'relationship',
  about: 'List relationships of trainees with their supervisors, educators, peers and providers',
  table: 'userrelationship',
  row: Type.Object({
    ...Userrelationship.columns,
    person: PersonName,
    other: PersonName,
    rotation: Nullable(Type.String({ description: 'What it is for, where it is for a rotation' })),
    /** Whether the viewer is asked to accept it. */
    to_accept: Type.Boolean(),
  }),
  computed: {
    person: nameOf('userrelationship.user_id'),
    other: nameOf('userrelationship.other_user_id'),
    rotation: sql<string | null>`(select concat_ws(', ', rot.place, nullif(rot.specialty, '')) from cpd_rotation rot
      where rot.id = userrelationship.cpd_rotation_id)`,
    to_accept: (viewer) => sql<boolean>`(userrelationship.state = 'requested' and ${isAsked(viewer)})`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    other_user_id: equals('other_user_id', Id),
    kind: equals('kind', RelationshipKind),
    state: equals('state', RelationshipState),
    waiting: defineFilter(Type.Boolean(), (waiting, viewer) => {
      const waits = sql<SqlBool>`(userrelationship.state = 'requested' and ${isAsked(viewer)})`
      return waiting ? waits : sql<SqlBool>`not ${waits}`
    }),
  },
  search: ['person', 'other', 'assessment_level'],
  sort: { id: null, created_at: null },
  default_sort: '-id',
  reads: (viewer) => ofBoth(viewer),
  writes: (viewer) => ofBoth(viewer),
  quota: { person: 'cpd_records_of_person' },

  create: {
    body: bodyOf(
      { other_user_id: Id, kind },
      { organisation_id: Id, user_id: Id, assessment_level, begins, ends, may_read_private },
    ),
    async run(trx, viewer, { organisation_id: named, may_read_private = false, ...body }) {
      const organisation_id = await cpdOrganisation(trx, viewer, named)
      const user_id = body.user_id ?? viewer.user_id
      const { other_user_id } = body
      if (user_id === other_user_id) throw wrong('other_user_id', 'must be another person.')
      const takes_part = [user_id, other_user_id].includes(viewer.user_id)
      if (!takes_part && !isAdministrator(viewer, organisation_id)) {
        throw new AppError('forbidden', 'Only an administrator brings two others together.', 'user_id')
      }
      await checkMember(trx, organisation_id, user_id, 'user_id')
      await checkMember(trx, organisation_id, other_user_id, 'other_user_id')
      checkPeriod(body)
      if (may_read_private) checkOpens(viewer, user_id)
      const values = { ...body, user_id, organisation_id, may_read_private, requested_by_user_id: viewer.user_id }
      return rows(trx, 'userrelationship').insert(values)
    },
  },
  update: {
    body: bodyOf({}, { state, assessment_level, begins, ends, may_read_private }),
    async run(trx, viewer, body) {
      const stored = await trx
        .selectFrom('userrelationship')
        .selectAll()
        .select(sql<boolean>`${isAsked(viewer)}`.as('is_asked'))
        .where('id', '=', body.id)
        .executeTakeFirstOrThrow()
      checkStep(viewer, stored, body.state)
      checkPeriod({ ...stored, ...JSON.parse(JSON.stringify(body)) })
      if (body.may_read_private !== undefined && body.may_read_private !== stored.may_read_private) {
        checkOpens(viewer, stored.user_id)
      }
      const others = ['assessment_level', 'begins', 'ends'].filter((name) => name in body)
      if (others.length > 0 && ['declined', 'ended'].includes(stored.state)) {
        throw new AppError('not_possible', `This relationship is ${stored.state}.`)
      }
      if (stored.cpd_rotation_id !== null && (body.begins !== undefined || body.ends !== undefined)) {
        const field = body.begins === undefined ? 'ends' : 'begins'
        throw new AppError('not_possible', 'These days are those of the rotation: please change them there.', field)
      }
      // Who is supervised does not make the supervision longer, nor the supervisor theirs.
      if (stored.state === 'accepted' && others.some((name) => name !== 'assessment_level')) {
        const ends_sooner = body.begins === undefined && body.ends && (!stored.ends || body.ends < stored.ends)
        if (!ends_sooner && !isAdministrator(viewer, stored.organisation_id) && viewer.user_id !== stored.user_id) {
          throw new AppError('forbidden', 'Only the trainee or an administrator prolongs a relationship.', 'ends')
        }
      }
      await rows(trx, 'userrelationship').update(body)
    },
  },
  async remove(trx, _viewer, target) {
    const { state } = await trx
      .selectFrom('userrelationship')
      .select('state')
      .where('id', '=', target.id)
      .executeTakeFirstOrThrow()
    if (state === 'accepted' || state === 'ended') {
      throw new AppError('not_possible', 'A relationship that was accepted is kept. Please end it instead (state).')
    }
    await rows(trx, 'userrelationship').remove(target)
  },
})

/** Both people, and administrators of the organisation. */
function ofBoth(viewer: Viewer): Scope {
  const able = withCpd(viewer)
  const ids = able.memberships.map((m) => m.organisation_id)
  if (ids.length === 0) return nothing
  const organisation = sql.ref('userrelationship.organisation_id')
  const administered = organisationsOf(able, ...managesAll)
  const all = administered.length > 0 ? sql`${organisation} in (${sql.join(administered)})` : sql`false`
  const own = sql`userrelationship.user_id = ${viewer.user_id} or userrelationship.other_user_id = ${viewer.user_id}`
  const extent = administered.length > 0 ? 'all' : 'own'
  return scope(extent, sql<SqlBool>`(${organisation} in (${sql.join(ids)}) and (${own} or ${all}))`)
}

/** The side that has not asked; where an administrator has, the supervisor. */
const isAsked = (viewer: Viewer) => sql<SqlBool>`(
  case when userrelationship.requested_by_user_id = userrelationship.other_user_id
    then userrelationship.user_id else userrelationship.other_user_id end = ${viewer.user_id})`

/** @throws {AppError} forbidden or not_possible for a step that is not the viewer's to take */
function checkStep(viewer: Viewer, stored: Stored, step: Static<typeof state> | undefined): void {
  if (step === undefined || step === stored.state) return
  if (step === 'ended') {
    if (stored.state !== 'accepted')
      throw new AppError('not_possible', `This relationship is ${stored.state}.`, 'state')
    return
  }
  if (stored.state !== 'requested') {
    throw new AppError('not_possible', `This relationship is ${stored.state}.`, 'state')
  }
  checkNotImpersonating(viewer)
  // Who has asked may take the request back.
  const withdraws = step === 'declined' && viewer.user_id === stored.requested_by_user_id
  if (!stored.is_asked && !withdraws) {
    throw new AppError('forbidden', 'state: the other person accepts or declines.', 'state')
  }
}

/** @throws {AppError} forbidden unless the trainee opens their private reflections */
function checkOpens(viewer: Viewer, user_id: number): void {
  if (viewer.user_id === user_id && viewer.opens_private) return
  throw new AppError('forbidden', 'may_read_private: only the trainee opens private reflections.', 'may_read_private')
}

function checkPeriod({ begins, ends }: { begins?: string | null; ends?: string | null }): void {
  if (begins && ends && ends < begins) throw wrong('ends', 'must not be before it begins.')
}

type Stored = {
  user_id: number
  organisation_id: number
  state: Static<typeof RelationshipState>
  requested_by_user_id: number | null
  is_asked: boolean
}
