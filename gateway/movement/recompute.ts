import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { Database } from '#db/tables/index.ts'
import { withBoundaries } from './boundaries.ts'
import { readFixes } from './history.ts'
import { compareFixes, initialState, movementOf, type State } from './rules/index.ts'
import { locateFixes, Run } from './run.ts'
import { deleteFound, writeDays, writeSegments } from './segments.ts'
import {
  beginRecompute,
  deleteMarks,
  type Followed,
  lockTracker,
  readMarks,
  writeCheckpoint,
  writeMark,
} from './store.ts'

/**
 * Rule 10: finds a tracker's segments again from the rest before what has changed, until a rest after it at which all is
 * as it was, or to the end. What is replaced is replaced in one transaction; a long run is written in parts, at rests.
 *
 * @returns the tracker as it is followed from here on, with how many reports were read
 */
export async function recompute(
  db: Kysely<Database>,
  gateway_id: string,
  tracker: Followed,
): Promise<{ state: State; reports: number }> {
  const from = await beginRecompute(db, tracker)
  if (from === null) return { state: tracker.state, reports: 0 }
  const marks = await readMarks(db, tracker, from)
  let base = marks.from
  const run = new Run({ ...tracker, state: base })
  const has_boundaries = (await withBoundaries(db, [tracker.organisation_id])).size > 0
  let reports = 0
  let same: State | null = null
  for await (const page of readFixes(db, tracker, base === initialState ? null : base.at)) {
    const fixes = page.filter((fix) => compareFixes(fix, run.state) > 0)
    if (has_boundaries) await locateFixes(db, [{ run, fixes }])
    reports += fixes.length
    run.take(fixes, (state) => {
      while (marks.after[0] && compareFixes(marks.after[0], state) < 0) marks.after.shift()
      const mark = marks.after[0]
      if (mark?.at === state.at && state.at > from && isDeepStrictEqual(stored(state), mark)) same = mark
      return same !== null
    })
    if (same) break
    if (run.waiting >= PART && run.state.mode?.is === 'rest') {
      await writePart(db, { tracker, run, base })
      base = run.state
    }
  }
  await writeEnd(db, gateway_id, { tracker, run, base, same })
  return { state: same ? tracker.state : run.state, reports }
}

/** Writes what is closed up to a rest; what is open there is written with what follows. */
async function writePart(db: Kysely<Database>, { tracker, run, base }: Part): Promise<void> {
  const { state } = run
  const puts = run.closedPuts()
  const keeps = puts.map(({ segment }) => segment)
  await db.transaction().execute(async (trx) => {
    await lockTracker(trx, tracker)
    await deleteFound(trx, tracker, { after: base.at, until: state.at, keeps })
    await writeSegments(trx, tracker, { puts, removed: [], revises: true })
    await deleteMarks(trx, tracker, base.at, state.at)
    for (const mark of [...run.takeMarks(), state]) await writeMark(trx, tracker, mark)
    await trx
      .updateTable('movement_checkpoint')
      .set({ recompute_from: new Date(state.at + 1).toISOString() })
      .where('organisation_id', '=', tracker.organisation_id)
      .where('tracker_id', '=', tracker.tracker_id)
      .execute()
    await writeDays(trx, tracker, { from: beginOf(base, keeps, state.at), until: state.at, zone: tracker.timezone })
  })
  run.written()
}

async function writeEnd(
  db: Kysely<Database>,
  gateway_id: string,
  { tracker, run, base, same }: Part & { same: State | null },
): Promise<void> {
  const puts = same ? run.closedPuts() : run.puts()
  const state = same ? tracker.state : run.state
  const keeps = puts.map(({ segment }) => segment)
  await db.transaction().execute(async (trx) => {
    const movement = movementOf(state, tracker.profile, state.at)
    await writeCheckpoint(trx, gateway_id, tracker, { state, movement, ends_recompute: true })
    await deleteFound(trx, tracker, { after: base.at, until: same?.at ?? null, keeps })
    await writeSegments(trx, tracker, { puts, removed: [], revises: true })
    await deleteMarks(trx, tracker, base.at, same?.at ?? null)
    for (const mark of run.takeMarks()) await writeMark(trx, tracker, mark)
    const until = same?.at ?? run.state.at
    await writeDays(trx, tracker, { from: beginOf(base, keeps, until), until, zone: tracker.timezone })
  })
}

/** The first day that may have changed. */
const beginOf = (base: State, puts: { began_at: number }[], until: number) =>
  Math.max(0, Math.min(until, base === initialState ? until : base.at, ...puts.map(({ began_at }) => began_at)))

/** As a column gives it back. */
const stored = (state: State) => JSON.parse(JSON.stringify(state)) as State

/** Closed segments that are written at once. */
const PART = 300

type Part = { tracker: Followed; run: Run; base: State }
