/**
 * Reads a Range header (RFC 9110 §14.1.2) of one range of bytes; several ranges are not supported, and then the whole
 * is sent.
 *
 * @returns the range, its end not included; null for the whole; `unsatisfiable`
 * @example parseRange('bytes=-1', 10) // { start: 9, end: 10 }
 */
export function parseRange(header: string | undefined, size: number): Range | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(size, Number(last))
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(size, Number(last) + 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}

type Range = { start: number; end: number }
