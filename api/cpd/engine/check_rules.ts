import type { Category, Rule } from './types.ts'

/**
 * Checks the categories and rules of a standard that a person writes. Answers a sentence for each mistake, which names
 * the rule or category; none if `evaluate` can use them.
 */
export function ruleProblems(categories: Category[], rules: Rule[]): string[] {
  return [
    ...twice(categories.map(({ code }) => code)).map((code) => `The category ${code} occurs twice.`),
    ...twice(rules.map(({ id }) => String(id))).map((id) => `The rule ${id} occurs twice.`),
    ...categories.flatMap((category) => categoryProblems(category, categories)),
    ...rules.flatMap((rule) => problemsOf(rule, categories, rules).map((problem) => `Rule ${rule.id}: ${problem}`)),
  ]
}

function categoryProblems({ code, parent_code, cap, credit_per_hour, credit_per_item }: Category, all: Category[]) {
  const parent = all.find((one) => one.code === parent_code)
  return [
    ...(parent_code && !parent ? [`Category ${code}: there is no category ${parent_code}.`] : []),
    ...(parent?.parent_code || parent_code === code ? [`Category ${code}: categories have two levels.`] : []),
    ...((cap ?? 0) < 0 ? [`Category ${code}: the cap must not be negative.`] : []),
    ...((credit_per_hour ?? 0) < 0 || (credit_per_item ?? 0) < 0
      ? [`Category ${code}: a rate must not be negative.`]
      : []),
    ...(credit_per_hour && credit_per_item ? [`Category ${code}: credit is for an hour or for an item.`] : []),
  ]
}

function problemsOf(rule: Rule, categories: Category[], rules: Rule[]): string[] {
  const {
    kind,
    amount,
    category_codes = [],
    tags = [],
    per,
    window_months,
    share_of_rule_id,
    alternative_rule_id,
  } = rule
  const unknown = category_codes.filter((code) => !categories.some((one) => one.code === code))
  const referenced = rules.find(({ id }) => id === share_of_rule_id)
  const codes = tags.length > 0 ? tags : category_codes
  return [
    ...unknown.map((code) => `there is no category ${code}.`),
    ...(!Number.isFinite(amount) || amount < 0 ? ['the amount must be a number that is not negative.'] : []),
    ...(kind === 'share_max' && amount > 100 ? ['a share is at most 100 %.'] : []),
    ...(kind === 'share_max' && !referenced ? ['share_of_rule_id must name the rule of which it is a share.'] : []),
    ...(share_of_rule_id && (!referenced || referenced === rule) ? ['share_of_rule_id must name another rule.'] : []),
    ...(referenced && referenced.kind !== 'sum_min' ? ['share_of_rule_id must name a rule of kind sum_min.'] : []),
    ...(kind === 'sum_min' && referenced?.share_of_rule_id ? ['a percentage of a percentage is not possible.'] : []),
    ...(per === 'rolling' && !((window_months ?? 0) > 0) ? ['a rolling rule needs window_months.'] : []),
    ...(kind === 'each_min' && category_codes.length === 0 ? ['each_min needs categories.'] : []),
    ...(kind === 'one_of' && codes.length === 0 ? ['one_of needs tags or categories.'] : []),
    ...(kind === 'distinct_min' && amount > codes.length
      ? ['distinct_min needs at least as many codes as its amount.']
      : []),
    ...(kind === 'level_min' ? levelProblems(rule) : []),
    ...(alternative_rule_id && !rules.some((one) => one.id === alternative_rule_id && one !== rule)
      ? ['alternative_rule_id must name another rule.']
      : []),
  ]
}

function levelProblems({ epa_code, level, amount, assessors = 1 }: Rule): string[] {
  const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 100
  return [
    ...(typeof epa_code === 'string' && epa_code ? [] : ['level_min needs epa_code, an entrustable activity.']),
    ...(isCount(level) && Number(level) <= 5 ? [] : ['level must be a whole number from 1 to 5.']),
    ...(isCount(amount) ? [] : ['the amount of level_min must be a whole number from 1 to 100.']),
    ...(isCount(assessors) && Number(assessors) <= amount
      ? []
      : ['assessors must be a whole number, at least 1 and at most the amount.']),
  ]
}

function twice(codes: string[]): string[] {
  return [...new Set(codes.filter((code, index) => codes.indexOf(code) !== index))]
}
