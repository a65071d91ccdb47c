/** An alarm alerts when it is new, and ends with the first report that does not carry it. */
export function alarmChange(before: string | null, now: string | null): { raise: boolean; end: boolean } {
  return { raise: now !== null && now !== before, end: before !== null && now !== before }
}
