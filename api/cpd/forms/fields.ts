import { Ajv } from 'ajv'
import { Signature } from '#db/tables/columns.ts'
import type { FormField } from '#db/tables/cpd/form_field.ts'
import { wrong } from '../../http/errors.ts'

const MOST_FIELDS = 100
const MOST_TEXT = 50_000

/**
 * Checks the fields of a template.
 *
 * @throws {AppError} bad_request that names the field and the reason
 */
export function checkFields(fields: FormField[]): void {
  if (fields.length > MOST_FIELDS) throw wrong('fields', `a form has at most ${MOST_FIELDS} fields.`)
  const earlier = new Map<string, FormField>()
  for (const field of fields) {
    const { name, kind, min, max, options, show_if } = field
    if (earlier.has(name)) throw wrong('fields', `there are two with the name ${name}.`)
    if (min !== undefined && max !== undefined && min > max)
      throw wrong('fields', `${name}: min must not be above max.`)
    if (['choice', 'choices'].includes(kind) && !options) throw wrong('fields', `${name}: a choice needs options.`)
    if (kind === 'scale' && (min === undefined || max === undefined))
      throw wrong('fields', `${name}: a scale needs min and max.`)
    if (show_if) {
      const other = earlier.get(show_if.field)
      if (!other) throw wrong('fields', `${name}: show_if names ${show_if.field}, which is no earlier field.`)
      if (other.options && !other.options.includes(String(show_if.is))) {
        throw wrong('fields', `${name}: show_if asks for ${show_if.is}, which is no option of ${other.name}.`)
      }
    }
    earlier.set(name, field)
  }
}

/**
 * Checks the answers of a form by the fields of its version.
 *
 * @param complete whether required fields that are shown must be answered, as for a submission
 * @throws {AppError} bad_request that names the field and the reason
 */
export function checkAnswers(fields: FormField[], answers: Answers, { complete }: { complete: boolean }): void {
  const names = new Set(fields.map(({ name }) => name))
  const unknown = Object.keys(answers).find((name) => !names.has(name))
  if (unknown !== undefined) throw refused(unknown, 'is no field of this form')
  for (const field of fields) {
    const answer = answers[field.name]
    const is_empty =
      answer === undefined || answer === null || answer === '' || (Array.isArray(answer) && !answer.length)
    if (!is_empty) {
      const reason = reasonAgainst(field, answer)
      if (reason) throw refused(field.name, reason)
    } else if (complete && field.required && isShown(field, fields, answers)) {
      throw refused(field.name, 'must be answered')
    }
  }
}

/** A field is shown when the field that it depends on is shown, and has that answer. */
function isShown({ show_if }: FormField, fields: FormField[], answers: Answers): boolean {
  if (!show_if) return true
  const other = fields.find(({ name }) => name === show_if.field)
  if (!other || !isShown(other, fields, answers)) return false
  const answer = answers[show_if.field]
  return Array.isArray(answer) ? answer.includes(show_if.is as never) : answer === show_if.is
}

function reasonAgainst({ kind, min, max, options }: FormField, answer: unknown): string | null {
  if (kind === 'number' || kind === 'scale') {
    if (typeof answer !== 'number' || !Number.isFinite(answer)) return 'must be a number'
    if (kind === 'scale' && !Number.isInteger(answer)) return 'must be a whole number'
    if (min !== undefined && answer < min) return `must be at least ${min}`
    return max !== undefined && answer > max ? `must be at most ${max}` : null
  }
  if (kind === 'procedure' || kind === 'file') {
    return typeof answer === 'number' && Number.isInteger(answer) && answer > 0 ? null : 'must be an id'
  }
  if (kind === 'choices') {
    if (!Array.isArray(answer)) return 'must be a list'
    const other = answer.find((one) => !options!.includes(one))
    return other === undefined ? null : `${String(other).slice(0, 50)} is no option`
  }
  if (kind === 'signature') return isSignature(answer) ? null : 'must be a signature'
  if (typeof answer !== 'string') return 'must be text'
  if (kind === 'choice') return options!.includes(answer) ? null : `${answer.slice(0, 50)} is no option`
  if (kind === 'date') return isDate(answer) ? null : 'must be a date such as 2026-12-31'
  if (min !== undefined && answer.length < min) return `must have at least ${min} characters`
  const most = Math.min(max ?? MOST_TEXT, MOST_TEXT)
  return answer.length > most ? `must have at most ${most} characters` : null
}

const isSignature = new Ajv({ strict: false }).compile(Signature)

const isDate = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

const refused = (name: string, reason: string) => wrong(`answers.${name}`, `${reason}.`)

/** The files that were given as answers. */
export function filesOf(fields: FormField[], answers: Answers): number[] {
  const files = fields.filter(({ kind }) => kind === 'file').map(({ name }) => answers[name])
  return [...new Set(files.filter((id) => typeof id === 'number'))]
}

export type Answers = Record<string, unknown>
