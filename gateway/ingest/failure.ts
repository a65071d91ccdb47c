import { constraintOf, isUniqueViolation } from '#db/errors.ts'

/**
 * A report that is stored already is found before it is written, but for one case: gateways whose clocks differ. The
 * primary key finds it then.
 */
export const isDuplicate = (error: unknown): boolean =>
  isUniqueViolation(error) && constraintOf(error).startsWith('tracker_event')
