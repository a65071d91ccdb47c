/** An event is repeated when the tracker was in its condition already: still outside, or the same alarm. */
export function isRepeated(
  before: { outside: boolean | null; alarm: string | null },
  now: { outside: boolean | null; alarm: string | null },
): boolean {
  const stillOutside = now.outside === true && before.outside === true
  const sameAlarm = now.alarm !== null && now.alarm === before.alarm
  // A new condition beside an old one is not a repetition.
  if (now.alarm !== null && !sameAlarm) return false
  if (now.outside === true && !stillOutside) return false
  return stillOutside || sameAlarm
}
