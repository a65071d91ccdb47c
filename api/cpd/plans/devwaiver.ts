import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { Devwaiver } from '#db/tables/cpd/devwaiver.ts'
import { WaiverState } from '#db/tables/cpd/values.ts'
import { type Scope, scope } from '../../crud/access.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { checkNotImpersonating, readsPersonal, withCpd, writesPersonal } from '../access.ts'
import { earlierOf, laterOf } from '../engine/days.ts'
import { checkPlanOpen } from '../freezing.ts'
import { nameOf, PersonName } from '../people/names.ts'
import { isAdministrator } from '../people/person_for.ts'
import { findPlanOf } from './find_plan.ts'

const { from, to, kind, reason, state } = Devwaiver.columns

/** Asked for by the person, decided by an administrator. */
export const devwaiver = defineResource({
  name: 'devwaiver',
  plural: 'devwaivers',
  noun: 'waiver',
  about: 'List waivers: leave, illness and other time that does not count against a person',
  table: 'devwaiver',
  row: Type.Object({ ...Devwaiver.columns, person: PersonName }),
  computed: { person: nameOf('devwaiver.user_id') },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    devplan_id: equals('devplan_id', Id),
    state: equals('state', WaiverState),
  },
  search: ['reason'],
  sort: { id: null, created_at: null },
  default_sort: '-id',
  reads: (viewer) => readsPersonal(viewer, 'devwaiver'),
  writes: (viewer) => writesWaivers(viewer),
  quota: { person: 'cpd_records_of_person' },

  create: {
    body: bodyOf({ devplan_id: Id, from, to, kind }, { reason, state }),
    async run(trx, viewer, body) {
      const plan = await findPlanOf(trx, viewer, body.devplan_id)
      const decided = checkDecision(viewer, plan, body.state)
      return rows(trx, 'devwaiver').insert({ ...body, ...plan.of, ...(await clip(trx, body)), ...decided })
    },
  },
  update: {
    body: bodyOf({}, { from, to, kind, reason, state }),
    async run(trx, viewer, body) {
      const stored = await trx.selectFrom('devwaiver').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
      await checkPlanOpen(trx, stored.devplan_id)
      const changes_request = Object.keys(body).some((name) => ['from', 'to', 'kind', 'reason'].includes(name))
      const is_own = stored.user_id === viewer.user_id
      if (is_own && stored.state !== 'requested' && changes_request) {
        throw new AppError('not_possible', `This waiver is ${stored.state}. Please ask for another one.`)
      }
      const decided = checkDecision(viewer, stored, body.state)
      const dates = await clip(trx, { ...stored, ...JSON.parse(JSON.stringify(body)) })
      await rows(trx, 'devwaiver').update({ ...body, ...dates, ...decided })
    },
  },
  async remove(trx, viewer, target) {
    const stored = await trx.selectFrom('devwaiver').selectAll().where('id', '=', target.id).executeTakeFirstOrThrow()
    await checkPlanOpen(trx, stored.devplan_id)
    if (stored.state !== 'requested' && !isAdministrator(viewer, target.organisation_id)) {
      throw new AppError('not_possible', 'A waiver that was decided is kept.')
    }
    await rows(trx, 'devwaiver').remove(target)
  },
})

function writesWaivers(viewer: Viewer): Scope {
  const own = writesPersonal(viewer, 'devwaiver')
  const administered = organisationsOf(withCpd(viewer), ...managesAll)
  if (administered.length === 0) return own
  return scope('all', sql<SqlBool>`(${own} or devwaiver.organisation_id in (${sql.join(administered)}))`)
}

/** @throws {AppError} forbidden unless an administrator decides, of another person's waiver */
function checkDecision(viewer: Viewer, { organisation_id, user_id }: Owned, state: string | undefined) {
  if (state === undefined || state === 'requested') return {}
  if (!isAdministrator(viewer, organisation_id) || user_id === viewer.user_id) {
    throw new AppError('forbidden', 'state: an administrator decides, and not for themselves.', 'state')
  }
  checkNotImpersonating(viewer)
  return { decided_by: viewer.user_id }
}

/**
 * The days of a waiver within its cycle.
 *
 * @throws {AppError} bad_request when it ends before it begins, or has no day of the cycle
 */
async function clip(trx: Trx, waiver: { devplan_id: number; from: string; to: string }) {
  if (waiver.to < waiver.from) throw new AppError('bad_request', 'to: must not be before from.', 'to')
  const cycle = await trx
    .selectFrom('devplan as p')
    .innerJoin('devcycle as c', 'c.id', 'p.devcycle_id')
    .select(['c.start', 'c.end'])
    .where('p.id', '=', waiver.devplan_id)
    .executeTakeFirstOrThrow()
  const from = laterOf(waiver.from, cycle.start)
  const to = earlierOf(waiver.to, cycle.end)
  if (from > to) {
    const reason = `from: the waiver has no day of the cycle, ${cycle.start} to ${cycle.end}.`
    throw new AppError('bad_request', reason, 'from')
  }
  return { from, to }
}

type Owned = { organisation_id: number; user_id: number }
