/** A browser leaves out names that it knows by another, and UTC. */
export function timezones(chosen: string): string[] {
  return [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
}
