/** A browser leaves out names that it knows by another, and UTC. */
export function timezones(current: string): string[] {
  return [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
}
