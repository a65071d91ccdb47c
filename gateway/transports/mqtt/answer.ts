import { decodeCommandAnswer } from '../../protocols/json/command_answer.ts'
import { BadReport } from '../../protocols/report.ts'
import type { GatewayContext } from '../context.ts'
import type { Identity } from '../shared/identity.ts'

/**
 * Whether a message is an answer to a command: on `trackers/<number>/command/answer`, or a status that is an object.
 *
 * @param topic below `trackers/<number>/`
 */
export const isAnswer = (topic: string, payload: Buffer) =>
  topic === 'command/answer' || (topic === 'status' && payload[0] === OPENING_BRACE)

const OPENING_BRACE = 0x7b

/** Stores a tracker's answer to a command. @returns why it is refused, or null */
export async function takeAnswer(
  { commands }: GatewayContext,
  tracker: Identity,
  payload: Buffer,
): Promise<string | null> {
  try {
    const { id, text } = decodeCommandAnswer(payload)
    return (await commands.answered(tracker, text, id)) ? null : 'no answers to commands are taken now'
  } catch (error) {
    if (error instanceof BadReport) return error.message
    throw error
  }
}
