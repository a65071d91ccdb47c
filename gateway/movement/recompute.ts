import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { fillDrivers } from '#db/movement/drivers.ts'
import { Breath } from '#db/pace.ts'
import { settlePrivateTrips } from '#db/privacy/private_trips.ts'
import type { Database } from '#db/tables/index.ts'
import { readFixes } from './history.ts'
import { raiseEpisodes } from './raising/raise.ts'
import { raiseWatched } from './raising/watches.ts'
import { compareFixes, initialState, movementOf, type State } from './rules/index.ts'
import { driverSpan, locateFixes, type Places, Run } from './run.ts'
import { deleteFound, writeDays, writeSegments } from './segments.ts'
import { deleteShifts, writeShifts } from './shifts.ts'
import {
  beginRecompute,
  deleteMarks,
  type Followed,
  lockTrackers,
  NotFollowed,
  readMarks,
  timeOf,
  writeCheckpoints,
  writeMark,
} from './store.ts'

/**
 * Rule 10: finds a tracker's segments again from the rest before what has changed, until a rest after it at which all is
 * as it was, or to the end. What is replaced is replaced in one transaction; a long run is written in parts, at rests.
 *
 * @param rest called between pages: whether to go on. What is not finished is resumed after the last part.
 * @returns the tracker as it is followed from here on, with how many reports were read; null if it was ended
 * @throws {NotFollowed} another process follows the tracker now, or it was deleted
 */
export async function recompute(
  places: Places,
  gateway_id: string,
  tracker: Followed,
  rest: () => Promise<boolean> = async () => true,
): Promise<{ state: State; reports: number } | null> {
  const { db } = places
  const span = await beginRecompute(db, tracker)
  if (span === null) return { state: tracker.state, reports: 0 }
  const marks = await readMarks(db, tracker, span.from)
  const through = Math.max(span.from, span.until ?? span.from)
  let base = marks.from
  const run = new Run({ ...tracker, state: base })
  const breath = new Breath()
  let reports = 0
  let same: State | null = null
  const reached = (state: State) => {
    while (marks.after[0] && compareFixes(marks.after[0], state) < 0) marks.after.shift()
    const mark = marks.after[0]
    if (mark?.at === state.at && state.at > through && isDeepStrictEqual(stored(state), mark)) same = mark
    return same !== null
  }
  for await (const page of readFixes(db, tracker, base === initialState ? null : base.at)) {
    const fixes = page.filter((fix) => compareFixes(fix, run.state) > 0)
    for (let at = 0; at < fixes.length && !same; at += SLICE) {
      const slice = fixes.slice(at, at + SLICE)
      await locateFixes(places, [{ run, fixes: slice }])
      reports += slice.length
      run.take(slice, reached)
      await breath.take()
    }
    if (same) break
    if ((run.waiting >= PART || run.state.at - base.at > PART_MS) && run.state.mode?.is === 'rest') {
      await writePart(db, gateway_id, { tracker, run, base })
      base = run.state
    }
    if (!(await rest())) return null
  }
  await writeEnd(db, gateway_id, { tracker, run, base, same })
  return { state: same ? tracker.state : run.state, reports }
}

/** Writes what is closed up to a rest; what is open there is written with what follows. */
async function writePart(db: Kysely<Database>, gateway_id: string, { tracker, run, base }: Part): Promise<void> {
  const { state } = run
  const puts = run.closedPuts()
  const keeps = puts.map(({ segment }) => segment)
  await db.transaction().execute(async (trx) => {
    if (!(await lockTrackers(trx, [tracker])).has(tracker.tracker_id)) throw new NotFollowed()
    const { numUpdatedRows } = await trx
      .updateTable('movement_checkpoint')
      .set({ recompute_from: timeOf(state.at + 0.001) })
      .where('organisation_id', '=', tracker.organisation_id)
      .where('tracker_id', '=', tracker.tracker_id)
      .where('gateway_id', '=', gateway_id)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new NotFollowed()
    await deleteFound(trx, tracker, { after: base.at, until: state.at, keeps })
    await writeSegments(trx, [{ key: tracker, puts, removed: [] }], true)
    const shifts = run.endedShifts()
    await deleteShifts(trx, tracker, { after: base.at, until: state.at, keeps: shifts })
    await writeShifts(trx, [{ key: tracker, shifts }])
    await deleteMarks(trx, tracker, base.at, state.at)
    for (const mark of [...run.takeMarks(), state]) await writeMark(trx, tracker, mark)
    const from = beginOf(base, keeps, state.at)
    const is_first = base === initialState
    const span = driverSpan(tracker, { from, until: state.at, shifts })
    await fillDrivers(trx, [span])
    await settlePrivateTrips(trx, [span])
    await writeDays(trx, [{ key: tracker, from, until: state.at, zone: tracker.timezone, is_first }])
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
    if (!(await lockTrackers(trx, [tracker])).has(tracker.tracker_id)) throw new NotFollowed()
    const movement = movementOf(state, tracker.profile, state.at)
    const checkpoint = { key: tracker, state, movement }
    const followed = await writeCheckpoints(trx, gateway_id, [checkpoint], { ends_recompute: true })
    if (followed.size === 0) throw new NotFollowed()
    await deleteFound(trx, tracker, { after: base.at, until: same?.at ?? null, keeps })
    await writeSegments(trx, [{ key: tracker, puts, removed: [] }], true)
    await raiseWatched(trx, [{ key: tracker, puts, visit_min_s: tracker.profile.visit_min_s }])
    const moved = { key: tracker, puts, removed: [], complete: !same, is_again: true, through: state.at }
    await raiseEpisodes(trx, [moved])
    const shifts = same ? run.endedShifts() : run.shiftPuts({ all: true })
    await deleteShifts(trx, tracker, { after: base.at, until: same?.at ?? null, keeps: shifts })
    await writeShifts(trx, [{ key: tracker, shifts }])
    await deleteMarks(trx, tracker, base.at, same?.at ?? null)
    for (const mark of run.takeMarks()) await writeMark(trx, tracker, mark)
    const until = same?.at ?? run.state.at
    if (until > 0) {
      const from = beginOf(base, keeps, until)
      const span = driverSpan(tracker, { from, until, shifts })
      await fillDrivers(trx, [span])
      await settlePrivateTrips(trx, [span])
      const [is_first, is_last] = [base === initialState, same === null]
      await writeDays(trx, [{ key: tracker, from, until, zone: tracker.timezone, is_first, is_last }])
    }
  })
}

/** The first day that may have changed. */
const beginOf = (base: State, puts: { began_at: number }[], until: number) =>
  Math.max(0, Math.min(until, base === initialState ? until : base.at, ...puts.map(({ began_at }) => began_at)))

/** As a column gives it back. */
const stored = (state: State) => JSON.parse(JSON.stringify(state)) as State

/** Reports that are followed at once: some milliseconds. */
const SLICE = 500
/** Closed segments that are written at once. */
const PART = 300
const PART_MS = 30 * 86_400_000

type Part = { tracker: Followed; run: Run; base: State }
