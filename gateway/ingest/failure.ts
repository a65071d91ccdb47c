import { constraintOf, isUniqueViolation } from '#db/errors.ts'

/**
 * Duplicates are found before writing, except between gateways whose clocks differ: then the primary key finds them.
 */
export const isDuplicate = (error: unknown): boolean =>
  isUniqueViolation(error) && constraintOf(error).startsWith('tracker_event')
