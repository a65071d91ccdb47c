/** How simple trackers identify themselves: before a sentence, or in a separate line. */

/** The number before the sentence on the same line (`id$GPRMC…`, `id,$GPRMC…`, `n/id/$GPRMC…`), and the sentence. */
export function splitNumber(line: string): { number: string | null; text: string } {
  const at = line.indexOf('$')
  // Xexun writes the sentence without its dollar, behind a count and a telephone's number.
  const bare = at < 0 ? /^[\d, +]*,(G[A-Z]RMC,.*)$/.exec(line)?.[1] : undefined
  if (bare !== undefined) return { number: null, text: `$${bare}` }
  if (at <= 0) return { number: null, text: line }
  const before = line.slice(0, at)
  const parts = before.endsWith('/') ? before.slice(0, -1).split('/') : [before.replace(/,$/, '')]
  return { number: parts.at(-1)!.trim() || null, text: line.slice(at) }
}

/** The number in a line that contains nothing else, null in any other line. */
export function loginOf(text: string): string | null {
  for (const pattern of logins) {
    const number = pattern.exec(text)?.[1]?.trim()
    if (number) return number
  }
  return null
}

const logins = [
  /^\$(?:PGID|GPFID|DEVID|PSIWMDID|PCPTI|CONNECT),([^*,]{1,64})/,
  /^\$?IMEI[ =:,]\s*(\w{1,64})/i,
  /^([0-9A-Fa-f]{4,40})$/,
]
