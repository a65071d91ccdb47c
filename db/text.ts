/**
 * Makes text storable in PostgreSQL: without zero characters and lone surrogates.
 *
 * @param most characters to keep
 */
export function storableText(text: string, most = Number.POSITIVE_INFINITY): string {
  return text.replaceAll('\0', '').toWellFormed().slice(0, most)
}

/** The same for diagnosis: a zero character becomes `\0`. */
export function shownText(text: string): string {
  return text.replaceAll('\0', '\\0').toWellFormed()
}

/** One line without control characters, as a pattern of JSON schema. */
export const PLAIN_LINE_PATTERN = '^[^\\u0000-\\u001f\\u007f]*$'
