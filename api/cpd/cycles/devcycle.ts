import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { DateOnly, Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { Devcycle } from '#db/tables/cpd/devcycle.ts'
import { CycleState } from '#db/tables/cpd/values.ts'
import { checkName, Name } from '../../crud/checks.ts'
import { atLeast, below, bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { cpdAdministered, readsDefinitions, todayIn, writesDefinitions } from '../access.ts'
import { isInAudience } from '../audience.ts'
import { cycleMismatch } from '../engine/periods.ts'
import { cpdstandard } from './cpdstandard.ts'

const { start, end, years_valid, audience } = Devcycle.columns
const fields = { years_valid, audience, cpd_standard_id: Nullable(Id) }

/** A cycle is open from its first day until it is closed, so that people complete their records after its end. */
export const cycleState = sql<'planned' | 'open' | 'closed'>`case when devcycle.expired_at is not null then 'closed'
  when devcycle.start <= ${todayIn(sql.ref('devcycle.organisation_id'))} then 'open' else 'planned' end`

export const devcycle = defineResource({
  name: 'devcycle',
  plural: 'devcycles',
  noun: 'cycle',
  about: 'List cycles: periods with a standard, each for an audience',
  table: 'devcycle',
  row: Type.Object({
    ...Devcycle.columns,
    length: Type.Integer({ description: 'Months' }),
    state: CycleState,
    over: Type.Boolean({ description: 'Whether its last day is over' }),
    undo_until: Nullable(
      Type.Unsafe<string>({ ...Timestamp, description: 'Until when its closing can be undone as a whole' }),
    ),
    progress: Nullable(
      Type.Object(
        { done: Type.Integer(), of: Type.Integer() },
        { description: 'People, while it is closed or opened' },
      ),
    ),
    /** Goals that everybody in the cycle gets a copy of. */
    shared_goals: Type.Integer(),
  }),
  computed: {
    length: sql<number>`(select extract(year from a)::int * 12 + extract(month from a)::int
      from age(devcycle."end" + 1, devcycle.start) a)`,
    state: cycleState,
    over: sql<boolean>`(devcycle."end" < ${todayIn(sql.ref('devcycle.organisation_id'))})`,
    undo_until: sql<string | null>`case when devcycle.expired_at > now() - interval '1 day' and not devcycle.opening
      then devcycle.expired_at + interval '1 day' end`,
    progress: sql<unknown>`case when devcycle.closing or devcycle.opening then (
      select json_build_object('of', count(*), 'done',
        count(*) filter (where (p.result is not null) = devcycle.closing)) from devplan p
      where p.devcycle_id = devcycle.id) end`,
    shared_goals: sql<number>`(select count(*)::int from devgoal g
      where g.devcycle_id = devcycle.id and g.user_id is null)`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    state: defineFilter(CycleState, (state) => sql<SqlBool>`${cycleState} = ${state}`),
    from: atLeast('start', DateOnly),
    to: below('start', DateOnly),
    /** Cycles of which a person is in the audience. */
    user_id: defineFilter(Id, (user_id) => isInAudience(sql`${user_id}::bigint`)),
  },
  search: ['name'],
  sort: { id: null, start: null, name: null },
  default_sort: '-start',
  reads: (viewer) => readsDefinitions(viewer, 'devcycle'),
  writes: (viewer) => writesDefinitions(viewer, 'devcycle'),
  quota: { organisation: 'cpd_definitions' },

  create: {
    body: bodyOf({ name: Name, start, end }, { ...fields, organisation_id: Id }),
    async run(trx, viewer, body) {
      const organisation_id = await cpdAdministered(trx, viewer, body.organisation_id)
      orderOf(body)
      await checkStandard(trx, organisation_id, body.cpd_standard_id)
      const { id } = await rows(trx, 'devcycle').insert({ ...body, name: checkName(body.name), organisation_id })
      await checkPeriod(trx, id)
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { ...fields, name: Name, start, end }),
    async run(trx, _viewer, body) {
      await checkOpen(trx, body.id)
      await checkStandard(trx, body.organisation_id, body.cpd_standard_id)
      await checkOrder(trx, body)
      await rows(trx, 'devcycle').update({ ...body, name: checkName(body.name) })
      await checkPeriod(trx, body.id)
    },
  },
  async remove(trx, _viewer, target) {
    await checkOpen(trx, target.id)
    const { rows: used } = await sql`select 1 from devplan where devcycle_id = ${target.id} limit 1`.execute(trx)
    if (used.length > 0) throw new AppError('not_possible', 'There are plans in this cycle.')
    await rows(trx, 'devcycle').remove(target)
  },
  remark: (db, _viewer, id) => mismatchOf(db, id),
})

/** A cycle that does not fit its standard is a warning only: a college may begin or end with a shorter one. */
async function mismatchOf(db: Db, id: number): Promise<string | null> {
  const found = await db
    .selectFrom('devcycle as c')
    .innerJoin('cpd_standard as s', 's.id', 'c.cpd_standard_id')
    .select(['c.start', 'c.end', 's.name', 's.cycle_months', 's.year_starts'])
    .where('c.id', '=', id)
    .executeTakeFirst()
  return found ? cycleMismatch(found, found) : null
}

/** A closed cycle is frozen, for administrators too: `devcycle/reopen` is a call of its own. */
async function checkOpen(trx: Trx, id: number): Promise<void> {
  const { rows: closed } = await sql`select 1 from devcycle where id = ${id} and expired_at is not null`.execute(trx)
  if (closed.length > 0) throw new AppError('archived', 'This cycle is closed.')
}

/** The stored date where only the other one is changed. */
async function checkOrder(trx: Trx, { id, ...dates }: { id: number; start?: string; end?: string }): Promise<void> {
  const stored = await trx
    .selectFrom('devcycle')
    .select(['start', 'end'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  orderOf({ ...stored, ...JSON.parse(JSON.stringify(dates)) })
}

function orderOf({ start, end }: { start: string; end: string }): void {
  if (end <= start) throw wrong('end', 'must be after the start.')
}

async function checkStandard(trx: Trx, organisation_id: number, id: number | null | undefined): Promise<void> {
  if (id === undefined || id === null) return
  const found = await trx
    .selectFrom(cpdstandard.table as 'cpd_standard')
    .select('id')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('organisation_id', '=', organisation_id), eb('organisation_id', 'is', null)]))
    .executeTakeFirst()
  if (!found) throw new AppError('not_found', 'There is no such standard.', 'cpd_standard_id')
}

/** @throws {AppError} conflict when a cycle of the same audience has a day of this one */
async function checkPeriod(trx: Trx, id: number): Promise<void> {
  const { organisation_id } = await trx
    .selectFrom('devcycle')
    .select('organisation_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await sql`select pg_advisory_xact_lock(hashtextextended(${`devcycle ${organisation_id}`}, 0))`.execute(trx)
  const { rows: others } = await sql<{ name: string }>`select o.name from devcycle c
    join devcycle o on o.organisation_id = c.organisation_id and o.id <> c.id and o.audience = c.audience
      and o.start <= c."end" and o."end" >= c.start
    where c.id = ${id} limit 1`.execute(trx)
  if (others.length === 0) return
  const reason = `start: the cycle ${others[0]!.name} has the same audience and some of the same days.`
  throw new AppError('conflict', reason, 'start')
}
