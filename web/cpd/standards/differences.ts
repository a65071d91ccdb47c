import type { Row } from '#api/client.ts'

export type Standard = Row<'cpdstandard'>
type Values = Record<string, unknown>

/** One line of a comparison: what was added, taken away, or changed, field by field. */
export type Difference = {
  part: 'about' | 'categories' | 'rules'
  /** Of the category or rule. */
  code: string
  name: string
  change: 'added' | 'removed' | 'changed'
  fields: { field: string; before: string; after: string }[]
}

const about = ['authority', 'unit', 'year_starts', 'cycle_months', 'pro_rata', 'rounding', 'keep_years'] as const

/** What is different in `after`, line by line. Two that ask for the same have none, whatever their names are. */
export function differencesOf(before: Standard, after: Standard): Difference[] {
  const own = fieldsOf(pick(before), pick(after))
  const part = { part: 'about' as const, code: '', name: '', change: 'changed' as const }
  return [
    ...(own.length > 0 ? [{ ...part, fields: own }] : []),
    ...listed('categories', before.categories, after.categories),
    ...listed('rules', before.rules, after.rules),
  ]
}

const pick = (standard: Standard): Values => ({
  ...Object.fromEntries(about.map((name) => [name, standard[name]])),
  ...(standard.options as Values),
})

function listed(part: 'categories' | 'rules', before: Coded[], after: Coded[]): Difference[] {
  const old = new Map(before.map((one) => [one.code, one]))
  const now = new Map(after.map((one) => [one.code, one]))
  const codes = [...new Set([...now.keys(), ...old.keys()])]
  return codes.flatMap((code): Difference[] => {
    const [one, other] = [old.get(code), now.get(code)]
    const name = nameOf(other ?? one!)
    if (!one) return [{ part, code, name, change: 'added', fields: [] }]
    if (!other) return [{ part, code, name, change: 'removed', fields: [] }]
    const fields = fieldsOf(flat(one), flat(other))
    return fields.length > 0 ? [{ part, code, name, change: 'changed', fields }] : []
  })
}

/** Options are fields like the others. */
const flat = ({ options, ...values }: Coded): Values => ({ ...values, ...(options as Values | undefined) })

function fieldsOf(before: Values, after: Values) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((field) => {
    const [one, other] = [textOf(before[field]), textOf(after[field])]
    return one === other ? [] : [{ field, before: one, after: other }]
  })
}

/** Nothing is written in several ways: null, no text, an empty list. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'object') {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return entries.map(([name, each]) => `${name}: ${textOf(each)}`).join(', ')
  }
  return String(value)
}

const nameOf = ({ code, name, sentence }: Coded) => String(name || lineOf({ code, sentence: String(sentence ?? '') }))

/** What a rule is called: its sentence has a place for the amount, which stands beside it. */
export const lineOf = ({ code, sentence = '' }: { code: string; sentence?: string | undefined }) =>
  sentence.replace(/ ?\{required\}/g, '') || code

type Coded = { code: string; name?: unknown; sentence?: unknown; options?: unknown; [column: string]: unknown }
