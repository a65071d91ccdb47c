/** A tracker's status: the only rule, as a function and as SQL. Outside takes precedence over offline. */

/** In order of urgency. `unknown`: no boundary applies; `never`: it has not reported yet. */
export const trackerStatuses = ['outside', 'offline', 'unknown', 'inside', 'never', 'inactive'] as const
export type TrackerStatus = (typeof trackerStatuses)[number]

export function trackerStatus({ active, reported, outside, offline }: TrackerFacts): TrackerStatus {
  if (!active) return 'inactive'
  if (!reported) return 'never'
  if (outside) return 'outside'
  if (offline) return 'offline'
  return outside === false ? 'inside' : 'unknown'
}

/** The same in SQL. Each argument is an expression; `outside` may be null. */
export function trackerStatusSql({ active, reported, outside, offline }: Record<keyof TrackerFacts, string>): string {
  return `case
    when not (${active}) then 'inactive'
    when not (${reported}) then 'never'
    when (${outside}) then 'outside'
    when (${offline}) then 'offline'
    when not (${outside}) then 'inside'
    else 'unknown' end`
}

export type TrackerFacts = {
  active: boolean
  reported: boolean
  /** The last verdict; null if no boundary applies. */
  outside: boolean | null
  offline: boolean
}
