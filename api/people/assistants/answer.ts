import type { Links, Tool } from './tools.ts'

/** Characters of an answer, so that it fits into what an assistant can read at once. */
const MOST_CHARACTERS = 60_000

/**
 * What a tool answers: the fields that it declares of each row, with links to the pages that show the same. Rows that do
 * not fit are left out, and counted.
 */
export function answerOf(tool: Tool, { data, info }: RestAnswer, { input, links }: Request): string {
  const page = tool.page(links, input)
  if (!Array.isArray(data)) return JSON.stringify({ page, ...pick(tool, data) }).slice(0, MOST_CHARACTERS)
  const rows: object[] = []
  let characters = 0
  for (const row of data) {
    const line = { ...pick(tool, row), ...(tool.rowPage && { page: tool.rowPage(links, row as { id: number }) }) }
    characters += JSON.stringify(line).length + 1
    if (characters > MOST_CHARACTERS) break
    rows.push(line)
  }
  const total = info?.total ?? data.length
  const left_out =
    total > rows.length ? { left_out: total - rows.length, hint: 'Ask for a shorter time or fewer rows.' } : {}
  return JSON.stringify({ page, total, ...left_out, rows })
}

/** Empty values say nothing, and are left out. */
function pick({ fields }: Tool, row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .split(' ')
      .flatMap((name) => (row[name] === null || row[name] === undefined ? [] : [[name, row[name]] as const])),
  )
}

export type RestAnswer = { data: Record<string, unknown> | Record<string, unknown>[]; info?: { total?: number } }
type Request = { input: Record<string, unknown>; links: Links }
