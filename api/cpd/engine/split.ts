import { hundredths } from './amounts.ts'
import type { Credit, Standard } from './types.ts'

/** The most hours of one activity: a year of days and nights. */
const MOST_HOURS = 8784

/**
 * Checks how an activity's hours are split over categories: the parts add up to its hours exactly, each in a category
 * of its own. Answers the field and the reason if not, else null.
 */
export function splitProblem(
  hours: number,
  credits: Pick<Credit, 'category_code' | 'hours'>[],
  { one_category = false }: Pick<Standard, 'one_category'> = {},
): { field: 'hours' | 'credits'; message: string } | null {
  const problem = hoursProblem(hours)
  if (problem) return { field: 'hours', message: problem }
  if (credits.length === 0) return null
  const wrong = credits.map((credit) => hoursProblem(credit.hours)).find(Boolean)
  if (wrong) return { field: 'credits', message: wrong }
  if (new Set(credits.map(({ category_code }) => category_code)).size < credits.length) {
    return { field: 'credits', message: 'A category occurs twice in the split.' }
  }
  if (one_category && credits.length > 1) {
    return { field: 'credits', message: 'This standard counts an activity in one category only.' }
  }
  const sum = credits.reduce((all, credit) => all + hundredths(credit.hours), 0)
  if (sum === hundredths(hours)) return null
  const parts = credits.map((credit) => credit.hours).join(' + ')
  return { field: 'credits', message: `The split ${parts} adds up to ${sum / 100} h, but the activity has ${hours} h.` }
}

/** Why a number is not a number of hours; null if it is. */
export function hoursProblem(hours: number): string | null {
  if (!Number.isFinite(hours)) return 'Hours must be a number.'
  if (hours < 0) return 'Hours must not be negative.'
  if (hours > MOST_HOURS) return `Hours must be at most ${MOST_HOURS}.`
  return Math.abs(hours * 100 - hundredths(hours)) > 1e-6 ? 'Hours have at most two decimal places.' : null
}
