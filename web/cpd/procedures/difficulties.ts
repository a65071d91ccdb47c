/** What made a case difficult. */
export const difficulties = [
  'difficulty_physical',
  'difficulty_physiological',
  'difficulty_psychological',
  'difficulty_extraneous',
  'difficulty_other',
] as const
