import type { ImportKind } from './kind.ts'

/** The column that each header of a file seems to be, each once; null for others. */
export function guess({ columns }: Pick<ImportKind, 'columns'>, header: readonly string[]): (string | null)[] {
  const names = new Map(
    Object.entries(columns).flatMap(([name, { aliases = [] }]) =>
      [name, ...aliases].map((alias) => [normal(alias), name] as const),
    ),
  )
  const taken = new Set<string>()
  return header.map((head) => {
    const name = names.get(normal(head)) ?? names.get(normal(withoutUnit(head))) ?? null
    if (name === null || taken.has(name)) return null
    taken.add(name)
    return name
  })
}

/** The unit in a header such as `Limit (km/h)`; null without one. */
export function unitOf(header: string): string | null {
  return /[([]\s*([^()[\]]{1,12}?)\s*[)\]]\s*$/.exec(header)?.[1]?.toLowerCase() ?? null
}

const withoutUnit = (header: string) => header.replace(/[([][^()[\]]*[)\]]\s*$/, '')

const normal = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
