/**
 * Replaces `{{placeholders}}`. A line whose placeholders are all empty is omitted; of others an empty one leaves neither
 * its comma nor its brackets.
 *
 * @example render('{{tracker}} has left {{boundary}}', { tracker: 'Truck 7', boundary: 'Depot' })
 */
export function render(template: string, values: Values): string {
  const lines = template.split('\n').filter((line) => {
    const names = placeholdersOf(line)
    return names.length === 0 || names.some((name) => values[name])
  })
  return lines
    .join('\n')
    .replace(PLACEHOLDER, (_, name: string) => values[name] || EMPTY)
    .replace(/(,? )?(\(\0\)|\0)/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

export function placeholdersOf(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name]) => name!)
}

/** @returns why the template is invalid, as a predicate without a subject; null if valid */
export function templateFault(template: string, allowed: readonly string[]): string | null {
  const wrong = placeholdersOf(template).find((name) => !allowed.includes(name))
  const allowed_names = `give one of ${allowed.map((name) => `{{${name}}}`).join(', ')}`
  if (wrong !== undefined) return `has {{${wrong}}}, which is not a placeholder here: ${allowed_names}`
  const rest = template.replace(PLACEHOLDER, '')
  if (rest.includes('{{') || rest.includes('}}')) return `has {{ or }} that belong to no name: ${allowed_names}`
  return null
}

/** Stands for an empty value until what surrounds it is removed. No text contains it. */
const EMPTY = '\0'
const PLACEHOLDER = /\{\{\s*([^{}\s]+)\s*\}\}/g

export type Values = Record<string, string | null | undefined>
