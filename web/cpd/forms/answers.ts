import type { Row } from '#api/client.ts'

export type FormField = Row<'devformtemplate'>['fields'][number]
export type Answers = Record<string, unknown>

/** Whether a field is shown: the field that it depends on is shown, and has that answer. As the server checks it. */
export function isShown({ show_if }: FormField, fields: FormField[], answers: Answers): boolean {
  if (!show_if) return true
  const other = fields.find(({ name }) => name === show_if.field)
  if (!other || !isShown(other, fields, answers)) return false
  const answer = answers[show_if.field]
  return Array.isArray(answer) ? answer.includes(show_if.is) : answer === show_if.is
}

/** The required fields that are shown and not answered. */
export function missingOf(fields: FormField[], answers: Answers): string[] {
  return fields
    .filter((field) => field.required && isEmpty(answers[field.name]) && isShown(field, fields, answers))
    .map(({ name }) => name)
}

/** What is sent: without what is empty. */
export const toSend = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => !isEmpty(answer)))

const isEmpty = (answer: unknown) =>
  answer === undefined || answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0)
