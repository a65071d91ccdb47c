import { hash } from 'node:crypto'
import type { NumberedLine } from './importer.ts'

/**
 * Gives each line without a `client_key` one by its content, so that an import which was interrupted is completed by
 * the same file, and nothing is created twice. Equal lines of a file have different keys.
 */
export function withKeys(lines: NumberedLine[]): NumberedLine[] {
  const copies = new Map<string, number>()
  return lines.map(({ number, line }) => {
    const { client_key, ...cells } = line
    if (client_key?.trim()) return { number, line: { ...line, client_key: client_key.trim() } }
    const filled = Object.entries(cells).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : []))
    const content = JSON.stringify(filled.sort(([a], [b]) => (a! < b! ? -1 : 1)))
    const copy = copies.get(content) ?? 0
    copies.set(content, copy + 1)
    return { number, line: { ...line, client_key: keyOf(`${content} ${copy}`) } }
  })
}

/** A UUID of version 8 (RFC 9562 §5.8), by the content. */
function keyOf(content: string): string {
  const bytes = hash('sha256', content, 'buffer').subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
