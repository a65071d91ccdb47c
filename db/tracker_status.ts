/**
 * What is the matter with a tracker: the one rule, as a function and as SQL. Outside wins over offline: a tracker that
 * left and fell silent is the worst.
 */

/** In the order of urgency. `unknown` is that no boundary applies; `never` that it has not reported yet. */
export const trackerStatuses = ['outside', 'offline', 'unknown', 'inside', 'never', 'inactive'] as const
export type TrackerStatus = (typeof trackerStatuses)[number]

export function trackerStatus({ active, reported, outside, offline }: TrackerFacts): TrackerStatus {
  if (!active) return 'inactive'
  if (!reported) return 'never'
  if (outside) return 'outside'
  if (offline) return 'offline'
  return outside === false ? 'inside' : 'unknown'
}

/** The same in SQL. Each fact is an expression, `outside` one that may be null. */
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
  /** The last verdict; null where no boundary applies. */
  outside: boolean | null
  offline: boolean
}
