import { BadReport } from '../report.ts'
import { parseJson } from '../shared/parse_json.ts'

/**
 * A device's answer to a command over MQTT or WebSocket: `{"id": 7, "text": "OK"}`, where `id` is that of the command.
 *
 * @throws {BadReport} naming the field that is wrong
 */
export function decodeCommandAnswer(payload: Buffer): CommandAnswer {
  return readCommandAnswer(parseJson(payload))
}

/** The same for parsed JSON. */
export function readCommandAnswer(value: unknown): CommandAnswer {
  if (typeof value !== 'object' || value === null) throw new BadReport('answer: is not an object')
  const { id, text = '' } = value as Record<string, unknown>
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) throw new BadReport('id: is not that of a command')
  if (typeof text !== 'string') throw new BadReport('text: is not a text')
  if (text.length > MAX_TEXT) throw new BadReport(`text: is longer than ${MAX_TEXT} characters`)
  return { id, text }
}

const MAX_TEXT = 10_000

export type CommandAnswer = { id: number; text: string }
