import type { DecodeOptions, Message, Protocol } from './protocol.ts'

/**
 * Decodes a frame, and moves times that a receiver of GPS with a 10-bit week counter cannot know: the counter starts
 * again every 1024 weeks (IS-GPS-200 §20.3.3.3.1.1), and old firmware then reports a date 19.6 years ago.
 *
 * @throws {BadReport} for a frame that breaks the protocol
 */
export function decodeFrame<Session>(
  protocol: Protocol<Session>,
  frame: Buffer,
  session: Session,
  options: DecodeOptions,
): Message {
  const message = protocol.decode(frame, session, options)
  if (!options.week_rollover) return message
  const reports = message.reports.map((report) => ({ ...report, fix_at: rolledOver(report.fix_at, options.now) }))
  return { ...message, reports }
}

function rolledOver(fix_at: number | null, now: number): number | null {
  return fix_at !== null && now - fix_at >= ROLLOVER_MS ? fix_at + ROLLOVER_MS : fix_at
}

const ROLLOVER_MS = 1024 * 7 * 86_400_000
