import type { Position } from '../course.ts'

/** What one kind of device says and hears, as far as a benchmark needs it. */
export type Dialect = {
  /** What its clock can tell apart. */
  tick_ms: number
  /** Said first; null where the connection is enough. */
  hello(index: number): Buffer | null
  /** Positions that one packet may hold. */
  most: number
  /**
   * A packet of so many positions. A load generator that composed each anew would measure itself, so a packet is made
   * once for each slot, and what changes is written over.
   */
  packet(index: number, slot: number, positions: number): Buffer
  /** Writes over what changes in the packet that lies from `start` to `end`. */
  write(bytes: Buffer, start: number, end: number, positions: readonly Position[]): void
  /** Listens to one connection that has so many slots. */
  listen(slots: number): Ear
}

/** Is given what the server says, byte by byte. @returns a slot that was acknowledged, or one of those below */
export type Ear = (byte: number) => number
export const MORE = -1
export const WELCOME = -2
export const REFUSED = -3
