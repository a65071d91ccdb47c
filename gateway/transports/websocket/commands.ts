import type { ClaimedCommand } from '../../links/command.ts'
import type { Link } from '../../links/connected.ts'
import { readCommandAnswer } from '../../protocols/json/command_answer.ts'
import { BadReport } from '../../protocols/report.ts'
import type { GatewayContext } from '../context.ts'
import type { Identity } from '../shared/identity.ts'

/** A phone's WebSocket as a link for commands, if the phone has declared that it takes them. */
export class WebSocketLink implements Link {
  readonly transport = 'websocket'
  readonly identified_by = 'token'
  readonly address: string
  readonly since = Date.now()
  last_contact_at = this.since
  #channel: CommandChannel
  #enabled = false

  constructor(address: string, channel: CommandChannel) {
    this.address = address
    this.#channel = channel
  }

  get takes_commands(): boolean {
    return this.#enabled && this.#channel.isOpen()
  }

  enable(): void {
    this.#enabled = true
  }

  close(reason: string): void {
    this.#channel.end(reason)
  }

  send({ id, type, text, interval_s, by_settings, fields }: ClaimedCommand): null {
    // The settings were sent when they changed.
    if (!by_settings)
      this.#channel.send({
        command: { id, type, ...(type === 'interval' ? { interval_s } : type === 'custom' ? { text } : fields) },
      })
    return null
  }
}

export const isCommandAnswer = (value: unknown): value is { answer: unknown } =>
  typeof value === 'object' && value !== null && 'answer' in value

/**
 * Stores a phone's answer to a command.
 *
 * @throws {BadReport} naming the wrong field, or when answers are refused now
 */
export async function takeCommandAnswer(
  { commands }: GatewayContext,
  tracker: Identity,
  value: { answer: unknown },
): Promise<void> {
  const { id, text } = readCommandAnswer(value.answer)
  if (!(await commands.answered(tracker, text, id))) throw new BadReport('answer: none is taken now')
}

type CommandChannel = { send(message: object): void; end(reason: string): void; isOpen(): boolean }
