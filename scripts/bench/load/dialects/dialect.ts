import type { Position } from '../course.ts'

/** The wire format of one kind of device, as far as a benchmark needs it. */
export type Dialect = {
  /** The resolution of its clock. */
  tick_ms: number
  /** The login message; null if none is needed. */
  hello(index: number): Buffer | null
  /** Maximum positions in a packet. */
  most: number
  /**
   * A packet of `positions` positions. Composing each packet would slow down the load generator, so one is composed for
   * each slot and its fields are overwritten.
   */
  packet(index: number, slot: number, positions: number): Buffer
  /** Overwrites the variable fields of the packet from `start` to `end`. */
  write(bytes: Buffer, start: number, end: number, positions: readonly Position[]): void
  /** Creates a parser for the answers on a connection with `slots` slots. */
  parser(slots: number): AnswerParser
}

/**
 * Parses the server's answers byte by byte.
 *
 * @returns an acknowledged slot, or one of the constants below
 */
export type AnswerParser = (byte: number) => number
export const MORE = -1
export const WELCOME = -2
export const REFUSED = -3
