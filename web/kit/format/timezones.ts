/** Time zones for a select. Adds those that Intl omits: UTC, and aliases such as the current value. */
export function timezones(current: string): string[] {
  return [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
}
