import type { ComponentType } from 'react'
import { path } from '../core/paths.ts'
import type { OfOrganisation } from './door.ts'
import type { ResourceSchema } from './forms/schema.ts'
import type { Plain, PlainName } from './record/plainPages.tsx'

/**
 * The two pages of a plain resource of an organisation, as a door lists them: the list, and one row or a new one. What
 * needs more is a `ListPage` and a `RecordPage` of its own.
 *
 * @param list the name and the address of the list
 * @param record the same of a row
 * @example ...plainPages(['themes', '…'], ['theme', '…'], { resource: 'theme', schema, texts, columns, fields })
 */
export function plainPages<L extends string, R extends string, N extends PlainName & OfOrganisation>(
  [list, list_path]: [L, string],
  [record, record_path]: [R, string],
  { schema, more, ...plain }: Listed<N>,
) {
  const paths = { list: path(list_path), page: path<{ id?: number }>(record_path) }
  const load = async () => {
    const made = import('./record/plainPages.tsx')
    const [{ default: loaded }, further] = await Promise.all([schema(), more?.()])
    return (await made).makePlainPages<N>({ ...plain, ...further, ...paths, schema: loaded })
  }
  return {
    [list]: { path: paths.list, load: async () => (await load()).list },
    [record]: { path: paths.page, resource: plain.resource, load: async () => (await load()).record },
  } as Record<L, { path: typeof paths.list; load: Load }> &
    Record<R, { path: typeof paths.page; resource: N; load: Load }>
}

type Listed<N extends PlainName> = Omit<Plain<N>, 'schema' | 'list' | 'page' | Further> & {
  /** `() => import('virtual:resource/<name>')` */
  schema: () => Promise<{ default: ResourceSchema }>
  /** What is loaded with the pages. */
  more?: () => Promise<Pick<Plain<N>, Further>>
}
type Further = 'nav' | 'uploads'
type Load = () => Promise<ComponentType>
