import { Breath } from '#db/pace.ts'
import { readFixes, readRecent } from './history.ts'
import { compareFixes, initialState } from './rules/index.ts'
import { locateFixes, type Places, Run, writeRuns } from './run.ts'
import { claim, type Followed, markChanged, NotFollowed, type TrackerKey } from './store.ts'

/**
 * Advances a tracker from its checkpoint to the end of history, written part by part.
 *
 * @throws {NotFollowed} another process follows the tracker now, or it was deleted
 */
export async function readOn(
  places: Places,
  gateway_id: string,
  tracker: Followed,
  { taken_over, continues }: Reading,
): Promise<Run> {
  const { db } = places
  const run = new Run(tracker)
  const write = async () => {
    if ((await writeRuns(db, gateway_id, [run])).length > 0) throw new NotFollowed()
  }
  const first = run.state
  const breath = new Breath()
  for await (const page of readFixes(db, run.tracker, first === initialState ? null : first.at)) {
    const missed = taken_over && page.find((fix) => fix.at === first.at && fix.digest < first.digest)
    if (missed) await markChanged(db, [{ ...tracker, at: first.at }])
    const fixes = page.filter((fix) => compareFixes(fix, run.state) > 0)
    for (let at = 0; at < fixes.length; at += STEP) {
      const slice = fixes.slice(at, at + STEP)
      await locateFixes(places, [{ run, fixes: slice }])
      run.take(slice)
      await breath.take()
    }
    if (run.waiting >= PART || run.state.at - run.written_at > PART_MS) await write()
    if (!(await continues())) break
  }
  if (run.state.at > run.written_at) await write()
  return run
}

/**
 * Advances trackers that report here from their checkpoints to the end of history, together; nothing is written yet.
 *
 * @returns those that had only minutes to read, new ones too; others are read one by one
 */
export async function readTogether(places: Places, gateway_id: string, keys: TrackerKey[]): Promise<Run[]> {
  const { db } = places
  const trackers = await claim(db, gateway_id, keys, true)
  const recent = await readRecent(
    db,
    trackers.map(({ organisation_id, tracker_id, state }) => ({ organisation_id, tracker_id, from: state.at })),
  )
  const pages = trackers.flatMap((tracker) => {
    const page = recent.get(tracker.tracker_id)
    return page ? [{ run: new Run(tracker), page }] : []
  })
  const missed = pages.filter(
    ({ run: { tracker, state }, page }) =>
      tracker.was_elsewhere && page.some((fix) => fix.at === state.at && fix.digest < state.digest),
  )
  const changed = missed.map(({ run: { tracker, state } }) => ({ ...tracker, at: state.at }))
  if (changed.length > 0) await markChanged(db, changed)
  const steps = pages.map(({ run, page }) => ({ run, fixes: page.filter((fix) => compareFixes(fix, run.state) > 0) }))
  await locateFixes(places, steps)
  const breath = new Breath()
  for (const { run, fixes } of steps) {
    run.take(fixes)
    await breath.take()
  }
  return steps.map(({ run }) => run)
}

/** Reports of a tracker that are followed without a pause for other work. */
export const STEP = 1000
/** Closed segments that are written at once, and of how long a history. */
const PART = 100
const PART_MS = 7 * 86_400_000

type Reading = {
  /** Whether reports of the checkpoint's own time may have come after it. */
  taken_over: boolean
  /** Called between pages: whether to go on. */
  continues(): Promise<boolean>
}
