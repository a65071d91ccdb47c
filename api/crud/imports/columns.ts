import type { ImportKind } from './kind.ts'

/** The column that each header of a file seems to be, each once; null for others. */
export function guess({ columns }: Pick<ImportKind, 'columns'>, header: readonly string[]): (string | null)[] {
  const names = new Map(
    Object.entries(columns).flatMap(([name, { aliases = [] }]) =>
      [name, ...aliases].map((alias) => [normal(alias), name] as const),
    ),
  )
  const taken = new Set<string>()
  const take = (name: string | undefined) => {
    if (name === undefined || taken.has(name)) return null
    taken.add(name)
    return name
  }
  // A file that was written here has an id, too, which in others is the number of a device.
  const own = header.map((head) => take(Object.keys(columns).find((name) => normal(name) === normal(head))))
  return header.map((head, i) => own[i] ?? take(names.get(normal(head)) ?? names.get(normal(withoutUnit(head)))))
}

/** The unit in a header such as `Limit (km/h)`, `Limit in km/h` or `limit_kmh`; null without one. */
export function unitOf(header: string): string | null {
  const found = /[([]\s*([^()[\]]{1,12}?)\s*[)\]]\s*$/.exec(header) ?? WORD.exec(header)
  return found?.[1]?.toLowerCase() ?? null
}

/** A unit without brackets, at the end of a header. */
const WORD =
  /(?:^|[\s,_-])(km\/h|kmh|km_h|kph|mph|mi\/h|knots|kn|kts?|m\/s|kms?|kilomet(?:re|er)s?|miles?|mi|metres|meters)\s*$/i

const withoutUnit = (header: string) =>
  header
    .replace(/[([][^()[\]]*[)\]]\s*$/, '')
    .replace(WORD, '')
    .replace(/[\s,_-]in\s*$/i, '')

const normal = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * A table of which the header stands below a title: its header is the first line that names what is needed.
 *
 * @param kind says what a header names
 */
export function belowTitle<T extends { header: string[]; lines: { cells: string[] }[] }>(
  kind: Pick<ImportKind, 'columns'>,
  table: T,
): T {
  const required = Object.entries(kind.columns).flatMap(([name, column]) => (column.required ? [name] : []))
  const is_header = (cells: readonly string[]) => {
    const names = guess(kind, cells).filter((name) => name !== null)
    return required.every((name) => names.includes(name)) && names.length >= Math.min(2, cells.filter(Boolean).length)
  }
  if (required.length === 0 || is_header(table.header)) return table
  const at = table.lines.slice(0, TITLE_LINES).findIndex(({ cells }) => is_header(cells))
  if (at < 0 || at === table.lines.length - 1) return table
  return { ...table, header: table.lines[at]!.cells, lines: table.lines.slice(at + 1) }
}

const TITLE_LINES = 10
