import type { ClaimedCommand } from '../../links/command.ts'
import { geolocationCommand, owntracksCommand } from './device_settings.ts'
import type { Phone } from './phone_identity.ts'

/**
 * Encodes commands for apps that receive them in the answer to a report or on their own topic. Returns the message,
 * null when the settings sent along already contain it, or a string with the reason why it cannot be encoded.
 */

/**
 * The text of a custom command is an action name, e.g. `reportLocation`, or a whole message as JSON.
 *
 * Source: owntracks.org/booklet/tech/json, "_type=cmd".
 */
export function encodeForOwntracks({ type, text, interval_s, by_settings }: ClaimedCommand): EncodedCommand {
  if (by_settings) return null
  if (type === 'interval') return owntracksCommand({ interval_s: interval_s ?? 0 }, null)
  if (type === 'position') return { _type: 'cmd', action: 'reportLocation' }
  if (type !== 'custom') return `type: the app has no command ${type}`
  if (isName(text)) return { _type: 'cmd', action: text }
  const message = parse(text)
  const { _type } = (message ?? {}) as { _type?: unknown }
  if (message && !Array.isArray(message) && typeof _type === 'string') return message
  return 'text: is neither the name of an action of OwnTracks, such as reportLocation, nor a message with a _type in JSON'
}

/**
 * The text of a custom command is a method name, e.g. `stop`, or a JSON array of the name and its arguments.
 *
 * Source: Transistorsoft, "HTTP Guide", remote procedure calls.
 */
export function encodeForGeolocation(
  { type, text, interval_s, by_settings }: ClaimedCommand,
  phone: Phone,
): EncodedCommand {
  if (type === 'interval') {
    const command = geolocationCommand({ ...phone, interval_s: interval_s ?? 0 })
    if (!command) return 'interval_s: the app cannot be set to never report'
    return by_settings ? null : command
  }
  if (type !== 'custom') return `type: the app has no command ${type}`
  if (isName(text)) return call([text])
  const method_call = parse(text)
  if (Array.isArray(method_call) && isName(method_call[0])) return call(method_call)
  return 'text: is neither the name of a method of the app, such as stop, nor an array in JSON that begins with one'
}

/** OsmAnd and compatible apps read only the status of the answer. */
export const encodeForOsmand = ({ type }: ClaimedCommand, _phone: Phone): EncodedCommand =>
  `${type === 'interval' ? 'interval_s' : 'text'}: the app takes no commands, since it reports in the way of OsmAnd`

/** Merges several calls into one answer. */
export const joinCalls = (all: object[]): object => ({
  background_geolocation: all.flatMap((one) => (one as ReturnType<typeof call>).background_geolocation),
})

const call = (method_call: unknown[]) => ({ background_geolocation: [method_call] })

const isName = (text: unknown): text is string => typeof text === 'string' && /^[A-Za-z]{1,50}$/.test(text)

function parse(text: string | null): object | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

export type EncodedCommand = object | string | null
