import type { Alert } from '../types.ts'
import { waits } from '../waiting.ts'

/** From this number on, alerts of one kind and minute are one line. */
const fewest = 3

/** Alerts that wait for a person first, each part newest first as before. */
export function byUrgency(alerts: Alert[], now: number): Alert[] {
  const waiting = alerts.filter((alert) => waits(alert, now))
  return waiting.length === alerts.length ? alerts : [...waiting, ...alerts.filter((alert) => !waits(alert, now))]
}

/**
 * Joins alerts of the same kind that began in the same minute, such as those of a whole fleet when a boundary changed.
 * In the order of their first alert; those that are acknowledged or snoozed stay single.
 */
export function groupAlerts(alerts: Alert[], now: number): AlertGroup[] {
  const groups = new Map<string, Alert[]>()
  for (const alert of alerts) {
    const key = waits(alert, now) ? keyOf(alert) : `${alert.id}`
    const group = groups.get(key)
    if (group) group.push(alert)
    else groups.set(key, [alert])
  }
  return [...groups.values()].flatMap((group) => (group.length < fewest ? group.map((alert) => [alert]) : [group]))
}

/** The boundary that all alerts of a group are about. */
export function boundaryOf(group: AlertGroup): string | null {
  const name = group[0]!.boundary_name
  return group.every(({ boundary_name }) => boundary_name === name) ? name : null
}

function keyOf({ kind, alarm, never_inside, started_at }: Alert): string {
  return `${kind} ${alarm ?? ''} ${never_inside} ${started_at.slice(0, 16)}`
}

/** One alert or several. */
export type AlertGroup = Alert[]
