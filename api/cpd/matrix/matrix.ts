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
import { judged } from '../engine/verdict.ts'
import { evaluatePeople } from '../results/evaluate_plans.ts'
import { findPeople, type PersonRow } from '../results/people.ts'
import { loadRuleSet } from '../results/rule_set.ts'
import { type Frozen, findCycle, numbersOf } from '../results/stats.ts'
import { type Cell, type Column, cellsOf, columnsOf, isAtRisk, isInState, matrixStates } from './cells.ts'

/** People that are evaluated at a time: others have their turn in between. */
const CHUNK = 50

const Query = Type.Object(
  {
    cycle_id: Type.Optional(Type.Unsafe<number>({ ...Id, description: 'Your current one if missing' })),
    organisation_id: Type.Optional(Id),
    draw_id: Type.Optional(Type.Unsafe<number>({ ...Id, description: 'Only the people of this audit draw' })),
    state: Type.Optional(
      Type.Unsafe<(typeof matrixStates)[number]>(
        Type.String({
          enum: [...matrixStates],
          description:
            '`at_risk`: something is missing of a time, such as a year, that ends within 60 days or is over; `empty`: nothing is asked, which is not met; ' +
            '`no_plan`: none was submitted',
        }),
      ),
    ),
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
    Type.Object({ key: Type.String(), title: Type.String(), unit: Type.String(), desirable: Type.Boolean() }),
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
      const some = matrix.people.filter(
        ({ plan_state }) =>
          wanted.state === undefined || isInState(wanted.state, { result: null, plan_state, is_closed }),
      )
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
  const { expired_at } = await db
    .selectFrom('devcycle')
    .select('expired_at')
    .where('id', '=', cycle.id)
    .executeTakeFirstOrThrow()
  return { cycle, people, columns: columnsOf(await loadRuleSet(db, cycle)), is_closed: expired_at !== null }
}

/** Evaluates people in chunks; frozen results are as they are. */
export async function* rowsOf(
  db: Db,
  viewer: Viewer,
  matrix: Opened,
  state?: MatrixQuery['state'],
): AsyncGenerator<Row> {
  const { cycle, people } = matrix
  for (let index = 0; index < people.length; index += CHUNK) {
    const chunk = people.slice(index, index + CHUNK)
    const open = chunk.filter(({ result }) => result === null).map(({ user_id }) => user_id)
    const results =
      open.length === 0
        ? new Map()
        : await limitReads(viewer, () => evaluatePeople(db, { cycle, user_ids: open, title: () => '' }))
    for (const person of chunk) {
      const frozen = person.result ?? numbersOf(results.get(person.user_id)!)
      const judged = { result: frozen.result, plan_state: person.plan_state, is_closed: isClosed(matrix, person) }
      if (state === undefined || isInState(state, judged)) yield rowOf(matrix, person, frozen)
    }
    await setImmediate()
  }
}

const isClosed = ({ is_closed }: Opened, { closed_at }: PersonRow) => is_closed || closed_at !== null

function rowOf(matrix: Opened, person: PersonRow, { result, hours, activities }: Frozen): Row {
  const { columns, cycle } = matrix
  const is_closed = isClosed(matrix, person)
  const { user_id, person: name, plan_id, plan_state } = person
  const { verdict, met, nothing } = judged(result)
  return {
    user_id,
    person: name,
    plan_id,
    plan_state: plan_state as Row['plan_state'],
    hours,
    activities,
    verdict,
    met: verdict === 'empty' ? null : met,
    nothing: nothing?.sentence ?? null,
    at_risk: isAtRisk(result, is_closed),
    end: result?.period.end ?? cycle.end,
    closed: is_closed,
    days_left: is_closed ? 0 : (result?.days_left ?? 0),
    cells: cellsOf(columns, result?.lines ?? []),
  }
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
