import type { RuleInput } from './state.ts'

/**
 * Outside, by the rule `any`: a boundary applies, the fix is valid, and the position is in no applicable boundary.
 *
 * @returns null without a valid fix or an applicable boundary
 */
export function isOutside(input: Pick<RuleInput, 'valid' | 'bounded' | 'boundary_id'>): boolean | null {
  if (!input.valid || !input.bounded) return null
  return input.boundary_id === null
}

/**
 * The verdict of an event by all rules: true where any boundary is broken, false where some apply and none is.
 *
 * @param outside by the rule `any`
 */
export function isBreaking(
  outside: boolean | null,
  { valid, ruled = false, broken = [] }: Pick<RuleInput, 'valid' | 'ruled' | 'broken'>,
): boolean | null {
  if (!valid) return null
  if (outside || broken.length > 0) return true
  return outside === null && !ruled ? null : false
}
