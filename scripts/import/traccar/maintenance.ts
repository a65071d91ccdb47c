import { bring, type Item, type Job } from './bring.ts'
import type { Device } from './devices.ts'
import { entriesOf, type NamedEntry, nameKey } from './entries.ts'
import { linksOf } from './links.ts'
import { readAll } from './target.ts'

/** Maintenance as a plan of each tracker that it is linked to. */
export async function bringMaintenance(job: Job, devices: Device[]): Promise<void> {
  const entries = await entriesOf(job, 'maintenance', TITLE)
  if (entries.length === 0) return
  const links = await linksOf(job, 'maintenance', devices)
  const rows = await readAll(job.target, 'maintenanceplan')
  const by_tracker = new Map(rows.map((row) => [keyOf(row.tracker_id, row.name), row]))
  const items = entries.flatMap((entry): Item[] => {
    const every = everyOf(entry)
    const trackers = links.get(entry.id) ?? []
    if (typeof every === 'string') job.outcome.leaveOut(TITLE, entry.name, every)
    else if (trackers.length === 0)
      job.outcome.leaveOut(TITLE, entry.name, 'they are linked to no device that is brought along')
    else {
      const name = entry.name.slice(0, 100).trim()
      return trackers.map((tracker_id) => ({
        traccar_id: entry.id,
        key: `${entry.id} ${tracker_id}`,
        label: name,
        fields: { name, ...every },
        only_new: { tracker_id },
      }))
    }
    return []
  })
  await bring(job, {
    name: 'maintenanceplan',
    title: TITLE,
    rows,
    items,
    keeps: job.partly,
    find: ({ fields, only_new }) =>
      by_tracker.get(keyOf((only_new as { tracker_id: number }).tracker_id, fields.name as string)),
  })
}

/**
 * Converts the period of a maintenance: metres, or milliseconds of engine or calendar time.
 *
 * @returns the reason, as a text, if the type or the period cannot be converted
 */
function everyOf({ type, period }: NamedEntry): Every | string {
  if (typeof period !== 'number' || !(period > 0)) return 'they are due once, not again and again'
  if (type === 'totalDistance' || type === 'odometer') {
    return period >= 1000 && period <= 1e10 ? { every_m: period } : 'their distance is below 1 km'
  }
  if (type === 'hours') {
    const every_h = Number((period / 3_600_000).toFixed(2))
    return every_h >= 1 && every_h <= 1_000_000 ? { every_h } : 'their time is below one hour'
  }
  if (typeof type === 'string' && type.endsWith('Time')) {
    const every_days = Math.round(period / 86_400_000)
    return every_days >= 1 && every_days <= 36_500 ? { every_days } : 'their time is below one day'
  }
  return 'they count something else than distance, hours of the engine or days'
}

const keyOf = (tracker_id: number | null, name: string) => `${tracker_id} ${nameKey(name)}`

const TITLE = 'Maintenance'

type Every = { every_m: number } | { every_h: number } | { every_days: number }
