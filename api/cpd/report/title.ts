import type { Report } from './schema.ts'

export const titleOf = ({ person, cycle }: Pick<Report, 'person' | 'cycle'>) =>
  `Professional development of ${person ?? 'a person'}, ${cycle}`
