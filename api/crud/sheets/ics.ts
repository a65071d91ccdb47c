/**
 * A calendar of whole days and of events (RFC 5545). The same day of the same thing has the same UID, so that a
 * calendar which reads the file again changes its entries.
 */
export function icsOf(name: string, days: CalendarDay[], now: Date): string {
  const stamp = inUtc(now.toISOString())
  const events = days.flatMap(({ uid, day, summary, at, place }) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp}`,
    ...(at
      ? [`DTSTART:${inUtc(at.start)}`, `DTEND:${inUtc(at.end)}`]
      : [`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`]),
    `SUMMARY:${escaped(summary)}`,
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    ...(at ? [] : ['TRANSP:TRANSPARENT']),
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(summary)}`,
    `TRIGGER:${at ? '-P1D' : '-P7D'}`,
    'END:VALARM',
    'END:VEVENT',
  ])
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Ringfence//EN', `X-WR-CALNAME:${escaped(name)}`]
  return `${[...head, ...events, 'END:VCALENDAR'].map(folded).join('\r\n')}\r\n`
}

const inUtc = (moment: string) => new Date(moment).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
const escaped = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n')

/** Lines of at most 75 octets; a character is not divided. */
function folded(line: string): string {
  const lines = ['']
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > 75) {
      lines.push(' ')
      octets = 1
    }
    lines[lines.length - 1] += character
    octets += size
  }
  return lines.join('\r\n')
}

export type CalendarDay = {
  uid: string
  day: string
  summary: string
  /** Moments of what is not of whole days. */
  at?: { start: string; end: string }
  place?: string
}
