/**
 * The addresses of all pages, by the names that the doors of the domains give them. Each door declares its own in this
 * interface, and `web/app/pages.ts` adds them before anything is shown; no other file of the client writes an address.
 *
 * @example paths.map({ tracker: 7 }) // '/app/map?tracker=7'
 */
export const paths = {} as Paths

// biome-ignore lint/suspicious/noEmptyInterface: doors extend it
export interface Paths {}
export type PageName = keyof Paths

export function addPaths(pages: Record<string, { path: AnyPath; resource?: string }>): void {
  for (const [name, { path, resource }] of Object.entries(pages)) {
    const other = (paths as unknown as Record<string, AnyPath | undefined>)[name]
    if (other && other.pattern !== path.pattern) {
      throw new Error(`Two pages are called ${name}: ${other.pattern} and ${path.pattern}.`)
    }
    Object.assign(paths, { [name]: path })
    if (resource && !records.has(resource)) records.set(resource, path.pattern)
  }
}

/** The first page of each resource that a page names. */
const records = new Map<string, string>()

/** The address of the page of a row, where there is one. */
export function pathOfRow(resource: string, id: number): string | null {
  const pattern = records.get(resource)
  return pattern ? `${pattern}?id=${id}` : null
}

/** @returns a function that builds the address with query and hash */
export function path<Query extends Values = Record<string, never>>(pattern: string): Path<Query> {
  const build = (query: Partial<Query> | URLSearchParams = {}, hash = '') => {
    const search = String(query instanceof URLSearchParams ? query : new URLSearchParams(textOf(query)))
    return pattern + (search && `?${search}`) + (hash && `#${hash}`)
  }
  return Object.assign(build, { pattern })
}

/** The same of a page whose address itself has parameters, such as `/app/share/:token`. */
export function pathTo<Parameters extends (string | number)[]>(pattern: string): PathTo<Parameters> {
  const build = (...values: Parameters) => pattern.replace(/:\w+/g, () => String(values.shift()))
  return Object.assign(build, { pattern })
}

function textOf(query: Partial<Values>): Record<string, string> {
  const present = Object.entries(query).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]))
}

export type Path<Query extends Values> = {
  (query?: Partial<Query> | URLSearchParams, hash?: string): string
  readonly pattern: string
}
type PathTo<Parameters extends (string | number)[]> = { (...values: Parameters): string; readonly pattern: string }
export type AnyPath = { readonly pattern: string }

/** The addresses of a door's pages by their names. */
export type PathsOf<Pages> = UnionToIntersection<{ [A in keyof Pages]: PathsIn<Pages[A]> }[keyof Pages]>
type PathsIn<Listed> = { [Name in keyof Listed]: Listed[Name] extends { path: infer P } ? P : never }
type UnionToIntersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never
type Values = Record<string, string | number>
