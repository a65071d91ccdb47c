import { AppError, wrong } from '../../http/errors.ts'

/** Of one request; the fleet may be larger. */
const MOST_IDS = 1000
const MOST_DAYS = 31

/**
 * A parameter that may come several times.
 *
 * @throws {AppError} bad_request
 */
export function textsOf(query: unknown, name: string): string[] {
  const value = (query as Record<string, string | string[] | undefined>)[name]
  const values = value === undefined ? [] : [value].flat()
  if (values.length > MOST_IDS) throw wrong(name, `may come ${MOST_IDS} times at most.`)
  return values
}

/** @throws {AppError} bad_request for what is no id of a row */
export function idsOf(query: unknown, name: string): number[] {
  return textsOf(query, name).map((text) => {
    if (!/^\d{1,15}$/.test(text)) throw wrong(name, 'must be a positive integer.')
    return Number(text)
  })
}

/** @throws {AppError} bad_request unless `from` and `to` are times of a span that may be asked for */
export function spanOf(query: unknown): Span {
  const [from, to] = ['from', 'to'].map((name) => timeOf(query, name))
  if (from! > to!) throw wrong('to', 'must not be before from.')
  if (to! - from! > MOST_DAYS * 86_400_000) throw wrong('from', `must be within ${MOST_DAYS} days before to.`)
  return { from: new Date(from!).toISOString(), to: new Date(to!).toISOString() }
}

/** A time without a zone would be read in that of the server. */
function timeOf(query: unknown, name: string): number {
  const [text] = textsOf(query, name)
  if (text === undefined) throw new AppError('bad_request', `${name}: is missing.`, name)
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+ -]\d\d:?\d\d)$/i.test(text)
    ? Date.parse(text.replace(' ', '+'))
    : Number.NaN
  if (Number.isNaN(time)) throw wrong(name, 'must be a time with its zone, such as 2026-11-20T08:00:00Z.')
  return time
}

/** From the first until before the second, in UTC. */
export type Span = { from: string; to: string }
