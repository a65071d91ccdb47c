import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { Devgoalprogress } from '#db/tables/cpd/devgoalprogress.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { AppError } from '../../http/errors.ts'
import { checkOpensPrivate, readsPersonal, showsTexts, writesPersonal } from '../access.ts'
import { checkPlanOpen } from '../freezing.ts'
import { devgoal } from './devgoal.ts'

const { at, percent, text, private: isPrivate } = Devgoalprogress.columns
const private_ = sql<SqlBool>`devgoalprogress.private`
const submitted = sql<SqlBool>`exists (select from devgoal pg join devplan gp on gp.id = pg.devplan_id
  where pg.id = devgoalprogress.devgoal_id and (gp.state <> 'draft' or gp.agreed_at is not null))`

export const devgoalprogress = defineResource({
  name: 'devgoalprogress',
  plural: 'devgoalprogresses',
  noun: 'progress',
  about: 'List steps towards goals; the text of a private one is its writer’s',
  table: 'devgoalprogress',
  row: Type.Object({ ...Devgoalprogress.columns, text: Type.Union([text, Type.Null()]) }),
  computed: {
    text: (viewer) =>
      sql<string | null>`case when ${showsTexts(viewer, 'devgoalprogress', private_)} then devgoalprogress.text end`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    devgoal_id: equals('devgoal_id', Id),
  },
  search: ['text'],
  sort: { id: null, at: null },
  default_sort: '-at',
  reads: (viewer) => readsPersonal(viewer, 'devgoalprogress', { submitted, private_ }),
  writes: (viewer) => writesPersonal(viewer, 'devgoalprogress', { private_ }),
  quota: { person: 'cpd_records_of_person' },

  create: {
    body: bodyOf({ devgoal_id: Id }, { at, percent, text, private: isPrivate }),
    async run(trx, viewer, body) {
      if (body.private) checkOpensPrivate(viewer, 'private')
      const goal = await trx
        .selectFrom('devgoal')
        .select(['organisation_id', 'user_id', 'devplan_id'])
        .where('id', '=', body.devgoal_id)
        .where(devgoal.reads(viewer))
        .executeTakeFirst()
      if (!goal) throw new AppError('not_found', 'There is no such goal.', 'devgoal_id')
      const { organisation_id, user_id, devplan_id } = goal
      if (user_id !== viewer.user_id) throw new AppError('forbidden', 'Only the person writes their progress.')
      await checkPlanOpen(trx, devplan_id)
      return rows(trx, 'devgoalprogress').insert({ ...body, organisation_id, user_id })
    },
  },
  update: {
    body: bodyOf({}, { at, percent, text, private: isPrivate }),
    async run(trx, viewer, body) {
      if (body.private) checkOpensPrivate(viewer, 'private')
      await checkGoalOpen(trx, body.id)
      await rows(trx, 'devgoalprogress').update(body)
    },
  },
  async remove(trx, _viewer, target) {
    await checkGoalOpen(trx, target.id)
    await rows(trx, 'devgoalprogress').remove(target)
  },
})

async function checkGoalOpen(trx: Parameters<typeof checkPlanOpen>[0], id: number): Promise<void> {
  const { devplan_id } = await trx
    .selectFrom('devgoalprogress as s')
    .innerJoin('devgoal as g', 'g.id', 's.devgoal_id')
    .select('g.devplan_id')
    .where('s.id', '=', id)
    .executeTakeFirstOrThrow()
  await checkPlanOpen(trx, devplan_id)
}
