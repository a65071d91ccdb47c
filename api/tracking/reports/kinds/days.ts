import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { isShown, trackerDays } from '../days.ts'
import { type Column, defineReport, type Row, trackerColumn } from '../report.ts'
import type { ReportRequest } from '../request.ts'

export const days = defineReport({
  name: 'days',
  title: 'Days',
  about: 'How far each tracker drove on each day',
  most_days: 62,
  columns: (asked) => [
    trackerColumn,
    { name: 'distance_m', title: 'Total', measure: 'distance', total: 'sum' },
    ...daysIn(asked).map((day): Column => ({ name: day, title: day, measure: 'distance', total: 'sum', heat: true })),
  ],
  rows: (asked) => sql`
    select t.id as tracker_id, t.name as tracker_name, d.day, d.distance_m
    from ${trackerDays(asked)} where ${isShown} order by t.name_key, t.id, d.day`,
  shape(rows) {
    const trackers = new Map<unknown, Row>()
    for (const { tracker_id, tracker_name, day, distance_m } of rows) {
      const row = trackers.get(tracker_id) ?? { tracker_id: tracker_id!, tracker_name: tracker_name!, distance_m: 0 }
      trackers.set(tracker_id, row)
      if (typeof day !== 'string' || typeof distance_m !== 'number') continue
      row[day] = distance_m
      row.distance_m = Number(row.distance_m) + distance_m
    }
    return [...trackers.values()]
  },
})

function daysIn({ from, until }: ReportRequest): string[] {
  const days: string[] = []
  for (let day = DateTime.fromISO(from); day.toISODate()! <= until; day = day.plus({ days: 1 })) {
    days.push(day.toISODate()!)
  }
  return days
}
