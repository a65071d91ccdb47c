import { wrong } from '../../http/errors.ts'
import { type Bbox, numberOf } from '../geometry/bbox.ts'
import type { Collection } from './collections.ts'
import { boxOf, CRS84, type System, systemOf } from './crs.ts'
import { type Span, spanOf } from './times.ts'

/** Parameters of every collection. */
export const common = ['bbox', 'bbox-crs', 'crs', 'cursor', 'datetime', 'f', 'limit'] as const
export const USUAL = 100

/**
 * What a program asks of the items of a collection.
 *
 * @throws {AppError} bad_request for a parameter that is unknown, given twice or not valid
 */
export function itemsRequest(query: unknown, collection: Collection): ItemsRequest {
  const texts = textsOf(query, [...common, ...Object.keys(collection.filters)])
  const bbox_crs = systemOf('bbox-crs', texts['bbox-crs'])
  const filters = Object.keys(collection.filters).flatMap((name) => (texts[name] ? [[name, texts[name]]] : []))
  return {
    texts,
    limit: limitOf(texts.limit, collection.most),
    cursor: texts.cursor,
    box: texts.bbox === undefined ? null : boxOf(texts.bbox, bbox_crs),
    span: texts.datetime === undefined ? null : spanOf(texts.datetime),
    ...outputOf(texts),
    filters: Object.fromEntries(filters) as Record<string, string>,
  }
}

/** @throws {AppError} bad_request */
export const itemRequest = (query: unknown): Output => outputOf(textsOf(query, ['crs', 'f']))

/** @throws {AppError} bad_request of an unknown parameter, or one that comes twice */
export function textsOf(query: unknown, names: readonly string[]): Record<string, string | undefined> {
  const given = query as Record<string, string | string[]>
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name)) throw wrong(name, `is no parameter here; there are ${names.join(', ')}.`)
    if (typeof value !== 'string') throw wrong(name, 'may come once.')
  }
  const { f } = given
  if (f !== undefined && f !== 'json' && f !== 'geojson') throw wrong('f', 'must be json.')
  return given as Record<string, string>
}

function outputOf({ crs = CRS84 }: Record<string, string | undefined>): Output {
  return { crs, system: systemOf('crs', crs) }
}

/** More than the most is no error, by the standard. */
function limitOf(text: string | undefined, most: number): number {
  if (text === undefined) return Math.min(USUAL, most)
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) throw wrong('limit', 'must be a positive integer.')
  return Math.min(Number(text), most)
}

/** @returns an id as it is in addresses, or null */
export const idOf = (text: string) => (/^\d{1,15}$/.test(text) ? numberOf(text) : null)

type Output = { crs: string; system: System }
export type ItemsRequest = Output & {
  texts: Record<string, string | undefined>
  limit: number
  cursor: string | undefined
  box: Bbox | null
  span: Span | null
  filters: Record<string, string>
}
