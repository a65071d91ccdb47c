/**
 * An event is repeated when the tracker was in its condition already: the same boundaries broken, or the same alarm.
 *
 * @param now `outside` by all rules; `started` whether a boundary of the rules `alone` and `keep_out` is newly broken
 */
export function isRepeated(
  before: { outside: boolean | null; alarm: string | null },
  now: { outside: boolean | null; alarm: string | null; started?: boolean },
): boolean {
  const stillOutside = now.outside === true && before.outside === true && !now.started
  const sameAlarm = now.alarm !== null && now.alarm === before.alarm
  // A new condition beside an old one is not a repetition.
  if (now.alarm !== null && !sameAlarm) return false
  if (now.outside === true && !stillOutside) return false
  return stillOutside || sameAlarm
}
