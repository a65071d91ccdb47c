import type { Counted, Evaluation } from './evaluation.ts'
import type { Assessment, Period, Rule } from './types.ts'

/**
 * Counts the assessments at the level of a rule or above. As long as too few different assessors have seen it, places
 * stay open for those who are missing, so that what is missing is the number of assessments that would do.
 */
export function countLevels({ plan }: Evaluation, rule: Rule, period: Period): Counted {
  const seen = (plan.assessments ?? []).filter((one) => isSeen(one, rule, period))
  const assessors = new Set(seen.map(({ assessor }) => assessor)).size
  const places = rule.amount - Math.max(0, (rule.assessors ?? 1) - assessors)
  const is_enough = assessors >= (rule.assessors ?? 1)
  const count = is_enough ? seen.length : Math.max(0, Math.min(seen.length, places))
  return { sum: count * 100, activities: [], assessors }
}

function isSeen({ epa_code, level, on }: Assessment, rule: Rule, { start, end }: Period): boolean {
  return epa_code === rule.epa_code && level >= (rule.level ?? 1) && on >= start && on <= end
}
