import type { RuleInput } from './state.ts'

/**
 * Outside is: a boundary applies, the fix is valid, and the position is in none of them.
 *
 * @returns null where nothing can be said: without a valid fix, or without an applicable boundary
 */
export function isOutside(input: Pick<RuleInput, 'valid' | 'bounded' | 'boundary_id'>): boolean | null {
  if (!input.valid || !input.bounded) return null
  return input.boundary_id === null
}
