import { randomBytes } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Json } from '#db/tables/columns.ts'
import { CpdAuditDraw } from '#db/tables/cpd/audits/cpd_audit_draw.ts'
import { scope } from '../../crud/access.ts'
import { audit } from '../../crud/audit.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { cpdAdministered, writesDefinitions } from '../access.ts'
import { nameOf, PersonName } from '../people/names.ts'
import { findPeople } from '../results/people.ts'
import { findCycle } from '../results/stats.ts'
import { auditDraw } from './draw_order.ts'

const { people: _p, drawn: _d, percent: _c, ...columns } = CpdAuditDraw.columns
const Percent = Type.Number({
  minimum: 0.01,
  maximum: 100,
  description: 'At most two decimal places; rounded up to a whole person',
})

/**
 * Draws of people whose records are audited. Who is drawn follows from the people, the share and the seed alone, so that
 * anyone can repeat it; a draw is kept, and neither changed nor deleted. Its people are then notified, once.
 */
export const cpdauditdraw = defineResource({
  name: 'cpdauditdraw',
  plural: 'cpdauditdraws',
  noun: 'audit draw',
  about: 'List audit draws, for administrators: whom they were drawn from, by which seed, and who was drawn',
  table: 'cpd_audit_draw',
  row: Type.Object({
    ...columns,
    cycle: Type.String(),
    percent: Percent,
    people: Type.Integer({ description: 'How many it was drawn from' }),
    drawn: Json(Type.Array(Type.Object({ user_id: Id, person: PersonName }))),
    drawn_by: PersonName,
    audits: Type.Record(Type.String(), Type.Integer(), {
      description: 'How many audits are in each state, and how many have each verdict',
    }),
  }),
  computed: {
    cycle: sql<string>`(select c.name from devcycle c where c.id = cpd_audit_draw.devcycle_id)`,
    percent: sql<number>`(cpd_audit_draw.percent / 100.0)::float8`,
    people: sql<number>`jsonb_array_length(cpd_audit_draw.people)`,
    drawn: sql<unknown>`(select coalesce(json_agg(json_build_object('user_id', d.value::bigint, 'person', ${displayNameOf('u')})
        order by d.ordinality), '[]')
      from jsonb_array_elements_text(cpd_audit_draw.drawn) with ordinality d
        left join user_account u on u.id = d.value::bigint)`,
    drawn_by: nameOf('cpd_audit_draw.created_by'),
    audits: sql<unknown>`(select coalesce(json_object_agg(n.word, n.count), '{}') from (
      select w.word, count(*)::int as count from cpd_audit a
        cross join lateral unnest(array[a.state, a.verdict]) w (word)
      where a.cpd_audit_draw_id = cpd_audit_draw.id and w.word is not null group by w.word) n)`,
  },
  filters: { organisation_id: equals('organisation_id', Id), devcycle_id: equals('devcycle_id', Id) },
  search: ['seed', 'cycle'],
  sort: { id: null },
  default_sort: '-id',
  reads: (viewer) => writesDefinitions(viewer, 'cpd_audit_draw'),
  writes: () => scope('none', sql<SqlBool>`false`),
  quota: { organisation: 'cpd_definitions' },

  create: {
    body: bodyOf(
      { devcycle_id: Id },
      { percent: Percent, seed: Type.String({ minLength: 1, maxLength: 100, description: 'A random one if missing' }) },
    ),
    async run(trx, viewer, { devcycle_id, percent = 5, seed = randomBytes(8).toString('hex') }) {
      checkNotImpersonating(viewer)
      const cycle = await findCycle(trx, viewer, { cycle_id: devcycle_id, user_id: viewer.user_id })
      const organisation_id = await cpdAdministered(trx, viewer, cycle.organisation_id)
      const hundredths = Math.round(percent * 100)
      if (Math.abs(percent * 100 - hundredths) > 1e-6) throw wrong('percent', 'must have at most two decimal places.')
      const people = (await findPeople(trx, viewer, { cycle })).map(({ user_id }) => user_id).sort((a, b) => a - b)
      if (people.length === 0) throw new AppError('not_possible', 'This cycle has no people yet.', 'devcycle_id')
      const drawn = auditDraw(people, percent, seed)
      const { id } = await trx
        .insertInto('cpd_audit_draw')
        .values({
          organisation_id,
          devcycle_id,
          percent: hundredths,
          seed,
          created_by: viewer.user_id,
          people: sql`${JSON.stringify(people)}::jsonb` as never,
          drawn: sql`${JSON.stringify(drawn)}::jsonb` as never,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const details = { percent, seed, people: people.length, drawn: drawn.length }
      await audit(trx, viewer, 'cpdauditdraw.create', {
        organisation_id,
        entity: 'cpdauditdraw',
        entity_id: id,
        details,
      })
      return { id }
    },
  },
})
