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

/**
 * The SQL condition for one status. Unlike a comparison with `trackerStatusSql`, each part can be answered by an index
 * that holds the few trackers that are outside or offline.
 */
export function isTrackerStatusSql(status: TrackerStatus, facts: Record<keyof TrackerFacts, string>): string {
  const { active, reported, outside, offline } = facts
  const reports = `${active} and (${reported})`
  return {
    outside: `${reports} and ${outside}`,
    offline: `${reports} and (${outside}) is not true and ${offline}`,
    unknown: `${reports} and (${outside}) is null and (${offline}) is not true`,
    inside: `${reports} and not (${outside}) and (${offline}) is not true`,
    never: `${active} and not (${reported})`,
    inactive: `not (${active})`,
  }[status]
}

export type TrackerFacts = {
  active: boolean
  reported: boolean
  /** The last verdict; null if no boundary applies. */
  outside: boolean | null
  offline: boolean
}
