import { bring, type Item, type Job } from './bring.ts'
import type { Device } from './devices.ts'
import { entriesOf, idOf, type NamedEntry, nameKey, speedLimitOf } from './entries.ts'
import { linksOf } from './links.ts'
import { KNOT } from './position.ts'
import { shapeOf, UnusableShape } from './shapes.ts'
import { readAll } from './target.ts'

/**
 * Geofences as boundaries of the trackers that they are linked to. They are switched off: a boundary that applies raises
 * alerts, a geofence of Traccar is only an area.
 */
export async function bringGeofences(job: Job, devices: Device[]): Promise<void> {
  const entries = await entriesOf(job, 'geofences', TITLE)
  if (entries.length === 0) return
  const links = await linksOf(job, 'geofences', devices)
  const rows = (await readAll(job.target, 'boundary')).filter(({ owner_user_id }) => owner_user_id === null)
  const by_name = new Map(rows.map((row) => [nameKey(row.name), row]))
  const names = new Set<string>()
  const items = entries.flatMap((entry): Item[] => {
    const shape = usableShape(entry, job)
    if (!shape) return []
    if (idOf(entry.calendarId) !== null) {
      job.outcome.leaveOut(TITLE, entry.name, 'the calendar: give the boundary a schedule here')
    }
    const fields = {
      name: unused(entry.name, names),
      ...shape,
      ...speedLimitOf(entry.attributes, KNOT),
      tracker_ids: links.get(entry.id) ?? [],
    }
    return [{ traccar_id: entry.id, label: entry.name, fields }]
  })
  await bring(job, {
    name: 'boundary',
    title: TITLE,
    rows,
    items,
    keeps: job.partly,
    only_new: { active: false, all_trackers: false, owner_user_id: null },
    find: ({ fields }) => by_name.get(nameKey(fields.name as string)),
  })
}

function usableShape(entry: NamedEntry, { outcome }: Job) {
  const { polylineDistance } = entry.attributes
  try {
    return shapeOf(entry.area, typeof polylineDistance === 'number' ? polylineDistance : LINE_M)
  } catch (error) {
    if (!(error instanceof UnusableShape)) throw error
    outcome.leaveOut(TITLE, entry.name, error.message)
    return null
  }
}

/** Names are unique here: the second of one gets a number. */
function unused(name: string, names: Set<string>): string {
  let free = name
  for (let n = 2; names.has(nameKey(free)); n++) free = `${name.slice(0, 190)} (${n})`
  names.add(nameKey(free))
  return free
}

const TITLE = 'Geofences'
/** Metres on each side of a line: what Traccar takes where nothing else is set. */
const LINE_M = 25
