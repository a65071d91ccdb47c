import type { Raw } from './fix.ts'

/** Whether it is a file of OwnTracks Recorder: a time, a topic and the message, with tabs between. */
export const isOwnTracks = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\t[^\t\n]{0,200}\t\{/.test(text)

/** Its locations, by their own times. Other messages have no position, and are passed over. */
export function* fixesOfOwnTracks(text: string): Generator<Raw | 'damaged'> {
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    const line = text.slice(at, end)
    at = end + 1
    if (line.trim() === '') continue
    const message = messageIn(line)
    if (message === null) yield 'damaged'
    // Encrypted ones are opened by the phone's owner only.
    else if (message._type === 'encrypted') yield {}
    else if (message._type === 'location') yield rawOf(message)
  }
}

function messageIn(line: string): Message | null {
  try {
    const message: unknown = JSON.parse(line.slice(line.indexOf('{')))
    return typeof message === 'object' && message !== null ? (message as Message) : null
  } catch {
    return null
  }
}

/** Speeds are in kilometres an hour. */
function rawOf({ tst: time, lat, lon, alt: altitude, cog: heading, vel, acc: accuracy }: Message): Raw {
  return { time, lat, lon, altitude, heading, accuracy, speed: typeof vel === 'number' ? vel / 3.6 : null }
}

type Message = Record<string, unknown>
