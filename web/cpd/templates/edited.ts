import type { FormField } from '../forms/answers.ts'

/** A field of a template while it is edited: options are one text, a condition two. */
export type Edited = {
  /** Tells fields apart while they are moved. */
  key: number
  label: string
  kind: FormField['kind']
  required: boolean
  min: number | ''
  max: number | ''
  /** One option a line. */
  options: string
  /** The label's name once it was stored, so that answers keep it. */
  name: string
  show_if_field: string
  show_if_is: string
}

export function editedOf(fields: FormField[]): Edited[] {
  return fields.map(({ name, label, kind, required = false, min, max, options = [], show_if }, key) => ({
    key,
    name,
    label,
    kind,
    required,
    min: min ?? '',
    max: max ?? '',
    options: options.join('\n'),
    show_if_field: show_if?.field ?? '',
    show_if_is: show_if === undefined ? '' : String(show_if.is),
  }))
}

/** What is sent. A new field is named by its label, and by a number where that name is taken. */
export function fieldsOf(edited: Edited[]): FormField[] {
  const taken = new Set(edited.map(({ name }) => name).filter(Boolean))
  const named = edited.map((field) => {
    if (field.name) return field
    const name = freeName(field.label, taken)
    taken.add(name)
    return { ...field, name }
  })
  return named.map(({ name, label, kind, required, min, max, options, show_if_field, show_if_is }) => {
    const other = named.find((field) => field.name === show_if_field)
    const listed = options.split('\n').map((each) => each.trim())
    return {
      name,
      label: label.trim(),
      kind,
      ...(required && { required }),
      ...(limited.includes(kind) && min !== '' && { min }),
      ...(limited.includes(kind) && max !== '' && { max }),
      ...(optional.includes(kind) && { options: [...new Set(listed.filter(Boolean))] }),
      ...(other && { show_if: { field: other.name, is: answerOf(other.kind, show_if_is) } }),
    }
  })
}

/** Kinds with limits: of a number its value, of a text its characters. */
export const limited: Edited['kind'][] = ['number', 'scale', 'text', 'longtext']
/** Kinds with options. */
export const optional: Edited['kind'][] = ['choice', 'choices']

const answerOf = (kind: Edited['kind'], text: string) => (kind === 'number' || kind === 'scale' ? Number(text) : text)

function freeName(label: string, taken: Set<string>): string {
  const plain = label.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.replace(/[^a-z0-9]+/g, '_').replace(/^[_0-9]+|_+$/g, '')
  const name = words.slice(0, 40) || 'field'
  if (!taken.has(name)) return name
  for (let number = 2; ; number++) if (!taken.has(`${name}_${number}`)) return `${name}_${number}`
}
