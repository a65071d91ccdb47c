import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Db } from '#db/database.ts'
import { limitReads } from '../../crud/lists.ts'
import type { Viewer } from '../../crud/viewer.ts'
import type { RuleSet } from '../engine/types.ts'
import { judged } from '../engine/verdict.ts'
import { type Cycle, evaluatePeople } from '../results/evaluate_plans.ts'
import { loadRuleSet } from '../results/rule_set.ts'
import { type Frozen, numbersOf } from '../results/stats.ts'
import { type Column, cellsOf, columnsOf, isAtRisk, type Numbers } from './cells.ts'
import { keepNumbers, readKept } from './kept.ts'
import { stampsOf } from './stamps.ts'

/** People that are evaluated at a time: others have their turn in between. */
const CHUNK = 50
/** Cells of all people of all cycles that a process keeps, of some hundred bytes each. */
const MOST_CELLS = 500_000

/**
 * Numbers of people. They are kept, in memory and in the database, until something that they are computed from has
 * changed: a matrix is read again and again, and evaluating all people of a cycle takes seconds.
 */
export async function numbersOfPeople(db: Db, viewer: Viewer, { cycle, columns }: Of, people: Person[]) {
  const { kept, read } = memoryOf(db)
  read.set(cycle.id, Date.now())
  const numbers = new Map<number, Numbers>()
  const user_ids = people.map(({ user_id }) => user_id)
  // Read first: what changes while they are evaluated makes them outdated.
  const stamps = await limitReads(viewer, () => stampsOf(db, cycle, user_ids))
  const take = (of: Map<number, Numbers>) => {
    for (const [id, one] of of) {
      numbers.set(id, one)
      kept.delete(keyOf(cycle, id))
      kept.set(keyOf(cycle, id), { stamp: stamps.get(id)!, numbers: one })
    }
  }
  for (const id of user_ids) {
    const found = kept.get(keyOf(cycle, id))
    if (found && found.stamp === stamps.get(id)) numbers.set(id, found.numbers)
  }
  const unknown = user_ids.filter((id) => !numbers.has(id))
  take(await limitReads(viewer, () => readKept(db, cycle, stamps, unknown)))
  const missing = people.filter(({ user_id }) => !numbers.has(user_id))
  // After the stamps: rules that change between them make what is kept outdated.
  const rules = missing.length > 0 ? await limitReads(viewer, () => loadRuleSet(db, cycle)) : null
  for (let index = 0; index < missing.length; index += CHUNK) {
    const some = missing.slice(index, index + CHUNK)
    const evaluated = await limitReads(viewer, () => evaluateAndKeep(db, { cycle, columns, rules }, stamps, some))
    take(evaluated)
    await setImmediate()
  }
  const most = MOST_CELLS / (columns.length + 1)
  for (const key of kept.keys()) {
    if (kept.size <= most) break
    kept.delete(key)
  }
  return numbers
}

async function evaluateAndKeep(db: Db, { cycle, columns, rules }: WithRules, stamps: Stamps, people: Person[]) {
  const results = await resultsOf(db, { cycle, rules }, people)
  const numbers = new Map([...results].map(([id, result]) => [id, toNumbers(columns, cycle, result)]))
  await keepNumbers(db, cycle, stamps, numbers)
  return numbers
}

/**
 * Evaluates those of the people whose numbers are not kept, or outdated, in the background.
 *
 * @returns of how many
 */
export async function renewNumbers(db: Db, cycle: Cycle, user_ids: number[]): Promise<number> {
  const stamps = await stampsOf(db, cycle, user_ids)
  const valid = await readKept(db, cycle, stamps, user_ids)
  const missing = user_ids.filter((id) => !valid.has(id))
  if (missing.length === 0) return 0
  const { rows: people } = await sql<Person>`select u.id as user_id, p.result is not null as is_kept
    from unnest(${bigints(missing)}::bigint[]) u(id)
      left join devplan p on p.user_id = u.id and p.devcycle_id = ${cycle.id}`.execute(db)
  const rules = await loadRuleSet(db, cycle)
  await evaluateAndKeep(db, { cycle, columns: columnsOf(rules), rules }, stamps, people)
  return missing.length
}

/** Cycles whose matrix was read in this process within a day. */
export function readLately(db: Db): number[] {
  const { read } = memoryOf(db)
  for (const [id, at] of read) if (Date.now() - at > LATELY_MS) read.delete(id)
  return [...read.keys()]
}

/** Frozen results as they are, and those of today. */
async function resultsOf(db: Db, { cycle, rules }: Omit<WithRules, 'columns'>, people: Person[]) {
  const [frozen, open] = [true, false].map((is) => people.filter(({ is_kept }) => is_kept === is).map((p) => p.user_id))
  const results = new Map<number, Frozen>()
  if (frozen!.length > 0) {
    const { rows } = await sql<{ user_id: number; result: Frozen | null }>`select user_id, result from devplan
      where devcycle_id = ${cycle.id} and user_id = any(${bigints(frozen!)}::bigint[])`.execute(db)
    for (const { user_id, result } of rows) {
      // Opened again since.
      if (result === null) open!.push(user_id)
      else results.set(user_id, result)
    }
  }
  if (open!.length === 0) return results
  const evaluated = await evaluatePeople(db, { cycle, rules, user_ids: open!, title: () => '' })
  for (const [id, result] of evaluated) results.set(id, numbersOf(result))
  return results
}

/** What a matrix shows of a result, of a period that is still open. */
function toNumbers(columns: Column[], cycle: Cycle, { result, hours, activities }: Frozen): Numbers {
  const { verdict, met, nothing } = judged(result)
  return {
    hours,
    activities,
    verdict,
    met: verdict === 'empty' ? null : met,
    nothing: nothing?.sentence ?? null,
    at_risk: isAtRisk(result),
    end: result?.period.end ?? cycle.end,
    days_left: result?.days_left ?? 0,
    cells: cellsOf(columns, result?.lines ?? []),
  }
}

const memoryOf = (db: Db) => {
  if (!memory.has(db)) memory.set(db, { kept: new Map(), read: new Map() })
  return memory.get(db)!
}
const memory = new WeakMap<Db, Memory>()
const LATELY_MS = 24 * 3600_000
const keyOf = (cycle: Cycle, user_id: number) => `${cycle.id} ${user_id}`

type Memory = { kept: Map<string, { stamp: string; numbers: Numbers }>; read: Map<number, number> }
type Stamps = Map<number, string>
type Person = { user_id: number; is_kept: boolean }
type Of = { cycle: Cycle; columns: Column[] }
type WithRules = Of & { rules: RuleSet | null }
