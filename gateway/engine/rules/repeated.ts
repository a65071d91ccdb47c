/**
 * An event repeats when it carries the condition that the tracker was in already: still outside, or the same alarm again.
 */
export function isRepeated(
  before: { outside: boolean | null; alarm: string | null },
  now: { outside: boolean | null; alarm: string | null },
): boolean {
  const stillOutside = now.outside === true && before.outside === true
  const sameAlarm = now.alarm !== null && now.alarm === before.alarm
  // A new condition beside an old one is news.
  if (now.alarm !== null && !sameAlarm) return false
  if (now.outside === true && !stillOutside) return false
  return stillOutside || sameAlarm
}
