import type { FormField } from '#db/tables/cpd/form_field.ts'

/**
 * What colleagues have answered, question by question. A question that fewer than `least` have answered is left out:
 * its answers would lead to the people who gave them.
 */
export function summarise(fields: FormField[], answers: Answers[], least: number): Question[] {
  return fields.map((field) => {
    const given = answers.map((one) => one[field.name]).filter((one) => !isEmpty(one))
    const { name, label, kind } = field
    const question = { name, label, kind, count: given.length, mean: null, counts: null, texts: null }
    return given.length < least
      ? { ...question, hidden: true }
      : { ...question, hidden: false, ...valuesOf(field, given) }
  })
}

function valuesOf({ kind, options, min, max }: FormField, given: unknown[]): Partial<Question> {
  if (kind === 'number' || kind === 'scale') {
    const mean = (given as number[]).reduce((sum, one) => sum + one, 0) / given.length
    const steps =
      kind === 'scale' && max! - min! < 20 ? Array.from({ length: max! - min! + 1 }, (_, i) => min! + i) : []
    return {
      mean: Math.round(mean * 100) / 100,
      counts: steps.length > 0 ? countsOf(steps.map(String), given.map(String)) : null,
    }
  }
  if (kind === 'choice' || kind === 'choices') return { counts: countsOf(options ?? [], given.flat() as string[]) }
  // Sorted by themselves: the order of arrival says who.
  return { texts: (given as string[]).map((one) => one.trim()).sort((a, b) => a.localeCompare(b)) }
}

const countsOf = (values: string[], given: string[]) =>
  values.map((value) => ({ value, count: given.filter((one) => one === value).length }))

const isEmpty = (answer: unknown) =>
  answer === undefined || answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0)

export type Answers = Record<string, unknown>
export type Question = {
  name: string
  label: string
  kind: FormField['kind']
  /** Colleagues who have answered it. */
  count: number
  /** Whether fewer than `least` have answered it. */
  hidden: boolean
  mean: number | null
  counts: { value: string; count: number }[] | null
  texts: string[] | null
}
