import { client, guarded } from '../../core/api.ts'
import { addDays, boundsOfDay, dayOf } from '../../kit/format/zoned.ts'

/** The last days up to today, oldest first. */
export function lastDays(today: string, count: number, timezone: string): Day[] {
  return Array.from({ length: count }, (_, i) => {
    const day = addDays(today, i - count + 1)!
    return { day, timezone, ...boundsOfDay(day, timezone)! }
  })
}

/** Counts by the server, one request a day; large counts are estimates. */
export async function eventsOfDays(organisation_id: number, days: Day[]): Promise<Counted[]> {
  const counted: Counted[] = []
  for (const { day, from, to } of days) {
    const { info } = await guarded(client.list('trackerevent', { organisation_id, from, to, limit: 1 }))
    counted.push({ day, count: info.total })
  }
  return counted
}

export async function alertsOfDays(organisation_id: number, days: Day[]): Promise<Counted[]> {
  const [from, to] = [days[0]!.from, days.at(-1)!.to]
  const started: string[] = []
  for (let after: string | undefined; ; ) {
    const kinds = ['left_boundary', 'entered_boundary', 'alarm'] as const
    const query = { organisation_id, from, to, kinds: [...kinds], limit: 1000, ...(after && { after }) }
    const { data, info } = await guarded(client.list('alert', query))
    started.push(...data.map(({ started_at }) => started_at))
    after = info.next
    if (!after) return countByDay(started, days)
  }
}

export function countByDay(moments: string[], days: Day[]): Counted[] {
  const counts = new Map(days.map(({ day }) => [day, 0]))
  for (const moment of moments) {
    const day = dayOf(moment, days[0]!.timezone)
    if (counts.has(day)) counts.set(day, counts.get(day)! + 1)
  }
  return [...counts].map(([day, count]) => ({ day, count }))
}

type Day = { day: string; timezone: string; from: string; to: string }
export type Counted = { day: string; count: number }
