/** What the buttons of the Markdown field do to the selected text. */

export type Format = (typeof formats)[number]
export const formats = ['bold', 'italic', 'heading', 'list', 'link'] as const

/** The text to insert in place of `text[from..to]`, and what is selected afterwards. */
export type Edit = { from: number; to: number; insert: string; select: [from: number, to: number] }

/** Formats the selection, or removes the format where it has it already. */
export function formatSelection(format: Format, text: string, start: number, end: number): Edit {
  if (format === 'bold') return wrap(text, start, end, '**')
  if (format === 'italic') return wrap(text, start, end, '_')
  if (format === 'heading') return prefixLines(text, start, end, '## ')
  if (format === 'list') return prefixLines(text, start, end, '- ')
  return link(text, start, end)
}

function wrap(text: string, start: number, end: number, mark: string): Edit {
  const selected = text.slice(start, end)
  const length = mark.length
  const [from, to] = [start - length, end + length]
  if (from >= 0 && text.slice(from, start) === mark && text.slice(end, to) === mark) {
    return { from, to, insert: selected, select: [from, end - length] }
  }
  return { from: start, to: end, insert: `${mark}${selected}${mark}`, select: [start + length, end + length] }
}

/** Of all lines that the selection touches. */
function prefixLines(text: string, start: number, end: number, prefix: string): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const has = lines.every((line) => line.startsWith(prefix))
  const insert = lines.map((line) => (has ? line.slice(prefix.length) : prefix + line)).join('\n')
  const isCursor = start === end
  const cursor = Math.max(from, end + (has ? -prefix.length : prefix.length))
  return { from, to, insert, select: isCursor ? [cursor, cursor] : [from, from + insert.length] }
}

/** Selects the address, to be typed or pasted over. */
function link(text: string, start: number, end: number): Edit {
  const address = 'https://'
  const label = text.slice(start, end)
  const at = start + label.length + 3
  return { from: start, to: end, insert: `[${label}](${address})`, select: [at, at + address.length] }
}
