import type { ClaimedCommand } from '../../links/command.ts'
import type { Protocol } from '../../protocols/shared/protocol.ts'

/** Encodes a command, or returns the reason why the protocol cannot. `over` is appended to that sentence. */
export function encodeCommand(
  protocol: Protocol,
  session: unknown,
  command: ClaimedCommand,
  over = '',
): Buffer | string {
  const { type, text, interval_s, fields } = command
  const custom_text = text ?? ''
  if (/[^\0-\xff]/.test(custom_text)) return `${protocol.name} cannot say characters beyond Latin-1`
  try {
    const request =
      type === 'interval'
        ? { type, interval_s: interval_s ?? 0 }
        : type === 'custom'
          ? { type, text: custom_text }
          : (protocol.commands?.find(({ name }) => name === type)?.say(fields ?? {}, session as never) ?? null)
    if (request === null) return `${protocol.name} has no way to say this${over}`
    return protocol.encode?.(request, session) ?? `${protocol.name} has no way to say this${over}`
  } catch (error) {
    return `the encoder failed: ${(error as Error).message}`
  }
}
