/** How much of a ring is filled, 0 to 1: all of it only when the rule is met. */
export function shareOf({ met, counted, required }: { met: boolean; counted: number; required: number }): number {
  if (met) return 1
  if (required <= 0) return 0
  return Math.min(0.97, Math.max(0, counted / required))
}
