import type { Attributes } from '../report.ts'
import { hex, isHex } from './sentence.ts'

/** Six digits: state, digital inputs, digital outputs. */
export function statusOf(field: string | undefined): Attributes {
  if (!isHex(field, 6)) return {}
  const [state, inputs, outputs] = field!.match(/../g)!.map(hex) as [number, number, number]
  return {
    ...motionOf(state),
    // Input 0 is the ignition's line.
    inputs,
    input_1: (inputs & 2) !== 0,
    input_2: (inputs & 4) !== 0,
    outputs,
    output_1: (outputs & 1) !== 0,
    output_2: (outputs & 2) !== 0,
  }
}

/**
 * The first digit is 1 for ignition off, 2 for on, 4 for a device that has no line to it; the second 1 for at rest, 2
 * for moving, 6 and A for being towed, perhaps or surely.
 */
export function motionOf(state: number): Attributes {
  const line = state >> 4
  const ignition = line === 1 ? false : line === 2 ? true : null
  const motion = moving[state & 0x0f]
  return { ignition, motion: line === 1 || line === 2 || line === 4 ? (motion ?? null) : null }
}

const moving: Record<number, boolean> = { 1: false, 2: true, 6: true, 10: true }
