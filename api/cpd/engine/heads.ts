import { amountText, dayText } from './amounts.ts'
import { addDays, addMonths } from './days.ts'
import type { Line, NamedCode, Period, Rule, RuleSet } from './types.ts'

/** What a rule asks for, with an amount in hundredths: `At least 25 h of peer review in 2026`. */
export function headOf(rules: RuleSet, rule: Rule, { amount, unit, code, when = '' }: Head): string {
  const text = (rule.sentence || defaultOf(rules, rule))
    .replaceAll('{required}', amountText(amount, unit))
    .replaceAll('{category}', code ? nameOf(rules.categories, code) : '')
  return `${text[0]!.toUpperCase()}${text.slice(1)}${when}`
}

/** What a rule is about, for the head of a column: `Peer review`, `RP + MO`, `All`. */
export function shortOf(rules: RuleSet, { category_codes = [], tags = [], flags = [], ...rule }: Rule, code?: string) {
  if (rule.kind === 'level_min') return `${rule.epa_code} ≥ ${rule.level}`
  const codes = code ? [code] : category_codes
  const last = rule.kind === 'one_of' ? ' / ' : ' + '
  const names = codes.length === 1 ? [nameOf(rules.categories, codes[0]!)] : codes
  const tagged = tags.length > MOST_NAMED ? [`${tags.length}`] : tags.map((tag) => nameOf(rules.tags, tag))
  const about = [...flags, ...names, ...tagged].map((name) => name.replaceAll('_', ' ')).join(last)
  return about ? `${about[0]!.toUpperCase()}${about.slice(1)}` : 'All'
}
const MOST_NAMED = 3

/** The part of a person's period that a line is about: ` in 2026`; nothing if it is the whole. */
export function whenOf(per: Rule['per'], { start, end }: Period, whole: Period): string {
  if (start === whole.start && end === whole.end) return ''
  const months = Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000 / 30.44)
  if (per === 'rolling') return ` (${months} months to ${dayText(end)})`
  if (start.endsWith('-01-01') && end.endsWith('-12-31')) return ` in ${start.slice(0, 4)}`
  const isYear = addMonths(start, 12) === addDays(end, 1)
  return isYear ? ` in the year from ${dayText(start)}` : ` from ${dayText(start)} to ${dayText(end)}`
}

/** `a`, `a and b`, `a, b and c`. */
export function listText(items: string[], last = 'and'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`
}

/** A code's name, for the middle of a sentence. */
export function nameOf(names: NamedCode[] | undefined, code: string): string {
  return decapitalized(names?.find((one) => one.code === code)?.name ?? code.replaceAll('_', ' '))
}

/** Without its capital, unless that is an abbreviation's: `CPR course` stays. */
export function decapitalized(text: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text
}

/** A sentence for rules that bring none. */
function defaultOf(rules: RuleSet, rule: Rule): string {
  const { kind, category_codes = [], tags = [], flags: own = [], without_flags = [] } = rule
  const flags: string[] = [...own, ...without_flags.map((flag) => `not ${flag}`)]
  const last = kind === 'one_of' ? 'or' : 'and'
  const categories = category_codes.map((code) => nameOf(rules.categories, code))
  const tagged = tags.map((code) => nameOf(rules.tags, code))
  const names = kind === 'one_of' ? listText([...categories, ...tagged], last) : listText(categories, last)
  const about = kind !== 'one_of' && tagged.length > 0 ? listText(tagged, kind === 'distinct_min' ? 'and' : 'or') : ''
  const subject = [flags.join(' and '), names || (about ? '' : 'activities')].filter(Boolean).join(' ')
  const whole = [subject, about && `${subject ? 'about ' : ''}${about}`].filter(Boolean).join(' ')
  if (kind === 'each_min') return `at least {required} of {category}${flags.length > 0 ? ` (${flags.join(', ')})` : ''}`
  if (kind === 'sum_max') return `at most {required} of ${whole}`
  if (kind === 'share_max') return `${whole}: at most {required}`
  if (kind === 'presence') return whole
  if (kind === 'level_min') return levelHead(rules, rule)
  if (kind === 'one_of') return `one of ${whole}`
  if (kind === 'distinct_min') return `at least {required} of ${whole}`
  const together = category_codes.length > 1 && kind === 'sum_min' ? ' together' : ''
  if (kind !== 'count_min') return `at least {required} of ${whole}${together}`
  const items = [...flags, 'activities', names && `in ${names}`, about && `about ${about}`].filter(Boolean).join(' ')
  return `at least {required} ${items}`
}

/** `EPA 4 consent at level 4 or above, {required} times by at least 2 assessors`. */
function levelHead({ epas = [] }: RuleSet, { epa_code, level, amount, assessors }: Rule): string {
  const epa = epas.find(({ code }) => code === epa_code)
  const by = (assessors ?? 1) > 1 ? ` by at least ${assessors} assessors` : ''
  const times = amount === 1 ? 'once' : '{required} times'
  const at = level === 5 ? 'at level 5' : `at level ${level} or above`
  return `${epa_code}${epa ? ` ${decapitalized(epa.name)}` : ''} ${at}, ${times}${by}`
}

interface Head {
  amount: number
  unit: Line['unit']
  /** Of `each_min`: the category. */
  code?: string | undefined
  when?: string
}
