import { hash } from 'node:crypto'

/**
 * A link of an organisation's chain: what the files of a closed day hold from now on. Its body is the text that is
 * hashed, JSON, and has the hash of the link before it; so no link can be changed, removed or put in between without
 * changing all that follow.
 */
export type Link = { number: number; body: string; hash: string }

export type LinkBody = {
  organisation_id: number
  /** From 1. */
  number: number
  made_at: string
  kind: LinkKind
  /** UTC, of the time of the fix; null where the link is not about one day. */
  day: string | null
  /** All of the day; of retention, what was removed. */
  reports: number
  first_fix_at: string | null
  last_fix_at: string | null
  /** The root of the day's trackers (`content.ts`); null where nothing is left. */
  content: string | null
  files: LinkFile[]
  /** What this link changes about its day. */
  change: Change | null
  /** What is to be known besides: the day before which retention has removed, the moment of a backup. */
  note: Record<string, string | number> | null
  /** The hash of the link before; zeros for the first. */
  previous: string
}

export type LinkFile = { name: string; bytes: number; reports: number; sha256: string }

export type Change = {
  /** Reports that arrived after the day was closed. */
  late: number
  /** Positions that people entered or imported then. */
  entered: number
  corrected: number
  /** By hand, or as an imported track that was undone. */
  removed: number
  /** With their tracker or phone. */
  deleted: number
}

export const kinds = {
  closed: 'the day was closed',
  adopted: 'a day that was closed before the chain began',
  late: 'reports that arrived later were added',
  changed: 'reports were corrected, removed or entered by people',
  deleted: 'reports of deleted trackers or phones were removed',
  retention: 'days were removed when their time of retention ended',
  rewritten: 'the file was written again with the same reports',
  lost: 'a damaged file that no backup had was given up',
  moved: 'the organisation came from another installation',
  restored: 'the installation was restored from a backup: links that were made after it are not here',
} as const

export type LinkKind = keyof typeof kinds

/** The first link follows this. */
export const NOTHING = '0'.repeat(64)

/** Forges the next link. */
export function makeLink(last: Pick<Link, 'number' | 'hash'> | null, draft: Draft, made_at: string): Link {
  const { organisation_id, kind, day, reports, first_fix_at, last_fix_at, content, files, change, note } = draft
  const number = (last?.number ?? 0) + 1
  const body = JSON.stringify({
    organisation_id,
    number,
    made_at,
    kind,
    day,
    reports,
    first_fix_at,
    last_fix_at,
    content,
    files: files.map(({ name, bytes, reports, sha256 }) => ({ name, bytes, reports, sha256 })),
    change,
    note,
    previous: last?.hash ?? NOTHING,
  } satisfies LinkBody)
  return { number, body, hash: hashOf(body) }
}

/** SHA-256, as hex. */
export const hashOf = (content: string | Uint8Array) => hash('sha256', content, 'hex')

/** @throws {SyntaxError} */
export const bodyOf = ({ body }: Link) => JSON.parse(body) as LinkBody

/** Of a link that is about more than one day. */
export const noDay = {
  day: null,
  reports: 0,
  first_fix_at: null,
  last_fix_at: null,
  content: null,
  files: [],
  change: null,
} satisfies Partial<Draft>

export type Draft = Omit<LinkBody, 'number' | 'made_at' | 'previous'>

export const noChange: Change = { late: 0, entered: 0, corrected: 0, removed: 0, deleted: 0 }
