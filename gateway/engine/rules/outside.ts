import type { RuleInput } from './state.ts'

/**
 * Outside: a boundary applies, the fix is valid, and the position is in no applicable boundary.
 *
 * @returns null without a valid fix or an applicable boundary
 */
export function isOutside(input: Pick<RuleInput, 'valid' | 'bounded' | 'boundary_id'>): boolean | null {
  if (!input.valid || !input.bounded) return null
  return input.boundary_id === null
}
