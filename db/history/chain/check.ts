import { bodyOf, hashOf, type Link, type LinkBody, NOTHING } from './link.ts'

/**
 * Checks a chain by itself: each link is what was hashed, follows the one before, and none is missing between two.
 * That none is missing at the end only an earlier export tells (`compareChains`), or the files.
 */
export function checkChain(organisation_id: number, links: readonly Link[]): ChainProblem[] {
  const problems: ChainProblem[] = []
  let before: Link | null = null
  for (const link of links) {
    const expected = (before?.number ?? 0) + 1
    const previous = before?.hash ?? NOTHING
    const body = readBody(link)
    const is_own = body?.number === link.number && body.organisation_id === organisation_id
    if (!body || hashOf(link.body) !== link.hash || !is_own)
      problems.push({ problem: 'link_changed', link: link.number })
    else if (link.number > expected) problems.push({ problem: 'link_removed', from: expected, to: link.number - 1 })
    else if (link.number < expected) problems.push({ problem: 'chain_rewritten', link: link.number })
    else if (body.previous !== previous) problems.push({ problem: 'chain_rewritten', link: link.number })
    before = link
  }
  return problems
}

/** Compares a chain with an export of it that was kept: links are only ever added. */
export function compareChains(earlier: readonly Link[], links: readonly Link[]): ChainProblem[] {
  const now = new Map(links.map((link) => [link.number, link]))
  const last = links.at(-1)?.number ?? 0
  for (const { number, hash } of earlier) {
    const link = now.get(number)
    if (number > last) {
      return [{ problem: 'links_cut', from: number, to: earlier.at(-1)!.number }]
    }
    // One that is missing in between is a problem of the chain itself.
    if (!link || link.hash === hash) continue
    const is_restored = readBody(link)?.kind === 'restored'
    return [{ problem: is_restored ? 'restored_since' : 'chain_rewritten', link: number }]
  }
  return []
}

/** What the chain says of each day now: its last link, and the files that it names. */
export function daysOf(links: readonly Link[]): Map<string, DayState> {
  const days = new Map<string, DayState>()
  for (const link of links) {
    const body = readBody(link)
    if (!body) continue
    if (body.kind === 'retention') {
      for (const [day, state] of days) {
        if (day < String(body.note?.before)) days.set(day, { ...state, link: body, files: [], content: null })
      }
    }
    if (body.day === null) continue
    const since = days.get(body.day)?.links ?? []
    days.set(body.day, { link: body, links: [...since, body], files: body.files, content: body.content })
  }
  return days
}

function readBody(link: Link): LinkBody | null {
  try {
    const body = bodyOf(link)
    return body && Array.isArray(body.files) ? body : null
  } catch {
    return null
  }
}

export type DayState = Pick<LinkBody, 'files' | 'content'> & {
  /** The last one that says what there is of the day. */
  link: LinkBody
  /** All about the day alone. */
  links: LinkBody[]
}

export type ChainProblem =
  /** Its text is not what was hashed. */
  | { problem: 'link_changed'; link: number }
  /** Numbers are missing in between. */
  | { problem: 'link_removed'; from: number; to: number }
  /** It does not follow the one before, or differs from an earlier export. */
  | { problem: 'chain_rewritten'; link: number }
  /** An earlier export goes further. */
  | { problem: 'links_cut'; from: number; to: number }
  /** It differs from an earlier export since a backup was restored, and says so. */
  | { problem: 'restored_since'; link: number }
