/**
 * Array literals of PostgreSQL, written here because the drivers quote and escape every single element: at a thousand
 * reports a batch that costs more than the database does. Pass the result with a cast: `${numbers(ids)}::bigint[]`.
 */
export function numbers(values: readonly (number | null | undefined)[]): string {
  let text = '{'
  for (let i = 0; i < values.length; i++) text += `${i > 0 ? ',' : ''}${values[i] ?? 'NULL'}`
  return `${text}}`
}

export function booleans(values: readonly (boolean | null | undefined)[]): string {
  let text = '{'
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    text += `${i > 0 ? ',' : ''}${value === null || value === undefined ? 'NULL' : value ? 't' : 'f'}`
  }
  return `${text}}`
}

export function texts(values: readonly (string | null | undefined)[]): string {
  let text = '{'
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (i > 0) text += ','
    text += value === null || value === undefined ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`
  }
  return `${text}}`
}
