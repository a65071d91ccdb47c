import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { PlanState } from '#db/tables/cpd/values.ts'
import { defineAction } from '../../crud/action.ts'
import { auditExport } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { limitReads } from '../../crud/lists.ts'
import { offset } from '../../crud/routes.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { startStream } from '../../http/stream.ts'
import { cpdauditdraw } from '../audit/cpdauditdraw.ts'
import { Verdict } from '../engine/types.ts'
import { findPeople, type PersonRow } from '../results/people.ts'
import { loadRuleSet } from '../results/rule_set.ts'
import { findCycle } from '../results/stats.ts'
import { type Cell, type Column, columnsOf, hasNoPlan, isInState, MatrixState, type Numbers } from './cells.ts'
import { numbersOfPeople } from './numbers.ts'

/** People whose records are looked up by one statement. */
const AT_ONCE = 1000

/** The people of a cycle whom an action is about. */
export const ShownPeople = {
  cycle_id: Id,
  state: Type.Optional(MatrixState),
  search: Type.Optional(Type.String({ maxLength: 200 })),
}

const Query = Type.Object(
  {
    cycle_id: Type.Optional(Type.Unsafe<number>({ ...Id, description: 'Your current one if missing' })),
    organisation_id: Type.Optional(Id),
    draw_id: Type.Optional(Type.Unsafe<number>({ ...Id, description: 'Only the people of this audit draw' })),
    state: Type.Optional(MatrixState),
    search: Type.Optional(Type.String({ maxLength: 200 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'People on a page; 50 by default' })),
    offset,
    format: Type.Optional(Type.Unsafe<'json' | 'csv'>(Type.String({ enum: ['json', 'csv'] }))),
  },
  { additionalProperties: false },
)
const MatrixCell = Type.Object({
  counted: Type.Number(),
  required: Type.Number(),
  missing: Type.Number(),
  met: Nullable(Type.Boolean({ description: 'Null where nothing is asked' })),
})
const MatrixRow = Type.Object({
  user_id: Id,
  person: Type.String(),
  plan_id: Nullable(Id),
  plan_state: Nullable(PlanState),
  verdict: Verdict,
  met: Nullable(Type.Boolean({ description: 'Null where nothing is asked' })),
  nothing: Nullable(Type.String({ description: 'Why nothing is asked, with the date that makes it so' })),
  at_risk: Type.Boolean(),
  hours: Type.Number(),
  activities: Type.Integer(),
  days_left: Type.Integer(),
  end: Type.Unsafe<string>({ ...DateOnly, description: 'Of the person’s own period' }),
  closed: Type.Boolean({ description: 'The cycle is, or the person’s own period' }),
  cells: Type.Array(Nullable(MatrixCell), { description: 'One for each column; null: not for this person' }),
})
const Matrix = Type.Object({
  cycle_id: Id,
  start: DateOnly,
  end: DateOnly,
  closed: Type.Boolean(),
  columns: Type.Array(
    Type.Object({
      key: Type.String(),
      title: Type.String({ description: 'What is required, as a sentence' }),
      short: Type.String({ description: 'What it is about, in a few words' }),
      unit: Type.String(),
      desirable: Type.Boolean(),
    }),
  ),
  people: Type.Array(MatrixRow),
  total: Type.Integer({ description: 'People that match, on all pages' }),
})

/** People × requirements of a cycle: everybody for administrators, and for supervisors those whom they supervise. */
export const readCpdMatrix = defineAction({
  method: 'GET',
  path: 'cpd/matrix',
  tags: ['cpd'],
  summary: 'Read what counts for the people of a cycle, a column for each requirement',
  query: Query,
  answer: Matrix,
  async run({
    context: { db },
    viewer,
    query: { format = 'json', limit = 50, offset: skipped = 0, ...wanted },
    reply,
  }) {
    const matrix = await openMatrix(db, viewer, wanted)
    const { cycle, columns, is_closed } = matrix
    if (format === 'csv') {
      const content = await startStream(csvOf(columns, rowsOf(db, viewer, matrix, wanted.state)))
      const organisations = [cycle.organisation_id]
      await auditExport(db, viewer, { action: 'cpd.matrix', entity: 'devcycle', format, organisations })
      reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="matrix.csv"')
      return reply.send(content)
    }
    const about = { cycle_id: cycle.id, start: cycle.start, end: cycle.end, closed: is_closed, columns }
    // Without a filter by result only the people of the page are evaluated.
    const filtered = wanted.state !== undefined && wanted.state !== 'no_plan'
    if (!filtered) {
      const some = matrix.people.filter(({ plan_state }) => wanted.state === undefined || hasNoPlan(plan_state))
      const page = { ...matrix, people: some.slice(skipped, skipped + limit) }
      return { ...about, people: await allOf(rowsOf(db, viewer, page)), total: some.length }
    }
    const all = await allOf(rowsOf(db, viewer, matrix, wanted.state))
    return { ...about, people: all.slice(skipped, skipped + limit), total: all.length }
  },
})

/** @param for_numbers of all people, also those whom the viewer does not read: only for numbers without names */
export async function openMatrix(db: Db, viewer: Viewer, { draw_id, search, ...of }: MatrixQuery, for_numbers = false) {
  const draw = draw_id === undefined ? null : await read(db, cpdauditdraw, viewer, draw_id)
  const { devcycle_id, drawn } = (draw ?? {}) as { devcycle_id?: number; drawn?: { user_id: number }[] }
  const cycle_id = devcycle_id ?? of.cycle_id
  const cycle = await findCycle(db, viewer, {
    ...of,
    ...(cycle_id !== undefined && { cycle_id }),
    user_id: viewer.user_id,
  })
  const ids = drawn?.map(({ user_id }) => user_id)
  const people = await limitReads(viewer, () => findPeople(db, viewer, { cycle, ids, search, all: for_numbers }))
  const { expired_at, name } = await db
    .selectFrom('devcycle')
    .select(['expired_at', 'name'])
    .where('id', '=', cycle.id)
    .executeTakeFirstOrThrow()
  return { cycle, name, people, columns: columnsOf(await loadRuleSet(db, cycle)), is_closed: expired_at !== null }
}

/** Rows of people in parts; frozen results are as they are. */
export async function* rowsOf(
  db: Db,
  viewer: Viewer,
  matrix: Opened,
  state?: MatrixQuery['state'],
): AsyncGenerator<Row> {
  const { people } = matrix
  for (let index = 0; index < people.length; index += AT_ONCE) {
    const some = people.slice(index, index + AT_ONCE)
    const numbers = await numbersOfPeople(db, viewer, matrix, some)
    for (const person of some) {
      const row = rowOf(matrix, person, numbers.get(person.user_id)!)
      if (state === undefined || isInState(state, row)) yield row
    }
    await setImmediate()
  }
}

function rowOf({ is_closed }: Opened, person: PersonRow, numbers: Numbers): Row {
  const { user_id, person: name, plan_id, plan_state, closed_at } = person
  const closed = is_closed || closed_at !== null
  const row = { user_id, person: name, plan_id, plan_state: plan_state as Row['plan_state'], ...numbers, closed }
  return closed ? { ...row, at_risk: false, days_left: 0 } : row
}

async function* csvOf(columns: Column[], rows: AsyncGenerator<Row>): AsyncGenerator<string> {
  const heads = columns.flatMap(({ title }) => [title, `${title}: required`, `${title}: met`])
  // The header follows the first read, so that a refused query is answered as an error.
  let head: string | null = stringify([[...plain, ...heads, 'verdict', 'nothing']], { escape_formulas: true })
  for await (const row of rows) {
    if (head) yield head
    head = null
    const cells = row.cells.flatMap((cell: Cell | null) =>
      cell ? [cell.counted, cell.required, cell.met === null ? '' : String(cell.met)] : ['', '', ''],
    )
    yield stringify([[...plain.map((name) => textOf(row[name])), ...cells, row.verdict, row.nothing]], {
      escape_formulas: true,
    })
  }
  if (head) yield head
}

const plain = ['user_id', 'person', 'plan_state', 'met', 'at_risk', 'hours', 'activities', 'days_left'] as const
const textOf = (value: Row[(typeof plain)[number]]) => (typeof value === 'boolean' ? String(value) : value)

async function allOf(rows: AsyncGenerator<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}

export type Row = Static<typeof MatrixRow>
type MatrixQuery = Omit<Static<typeof Query>, 'format' | 'limit' | 'offset'>
type Opened = Awaited<ReturnType<typeof openMatrix>>
