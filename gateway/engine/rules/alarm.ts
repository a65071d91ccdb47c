/** An alarm raises an alert when it is new, which ends with the first report without it. */
export function alarmChange(before: string | null, now: string | null): { raise: boolean; end: boolean } {
  return { raise: now !== null && now !== before, end: before !== null && now !== before }
}
