import type { ClaimedCommand } from '../../links/command.ts'
import type { Protocol } from '../../protocols/shared/protocol.ts'

/** Encodes a command, or returns the reason why the protocol cannot. `over` is appended to that sentence. */
export function encodeCommand(
  protocol: Protocol,
  session: unknown,
  command: ClaimedCommand,
  over = '',
): Buffer | string {
  const { type, text, interval_s } = command
  const custom_text = text ?? ''
  if (/[^\0-\xff]/.test(custom_text)) return `${protocol.name} cannot say characters beyond Latin-1`
  try {
    const request =
      type === 'interval' ? { type, interval_s: interval_s ?? 0 } : ({ type: 'custom', text: custom_text } as const)
    return protocol.encode?.(request, session) ?? `${protocol.name} has no way to say this${over}`
  } catch (error) {
    return `the encoder failed: ${(error as Error).message}`
  }
}
