import type { Sighting } from './state.ts'

/**
 * Outside is: a boundary applies, the fix is valid, and the position is in none of them.
 *
 * @returns null where nothing can be said: without a valid fix, or without an applicable boundary
 */
export function isOutside(sighting: Pick<Sighting, 'valid' | 'bounded' | 'boundary_id'>): boolean | null {
  if (!sighting.valid || !sighting.bounded) return null
  return sighting.boundary_id === null
}
