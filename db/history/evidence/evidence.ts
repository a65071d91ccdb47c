import type { Proof } from '../chain/content.ts'
import type { Link, LinkBody } from '../chain/link.ts'

/**
 * What a signed export says of itself, `manifest.json`: which files it has, and of each day which reports the tracker
 * sent, with the way from them to the link of the organisation's chain. All files are signed with it.
 */
export type Manifest = {
  kind: typeof EVIDENCE
  version: 1
  organisation: { id: number; name: string }
  tracker: { id: number; name: string }
  /** Days in UTC, both inclusive. */
  from: string
  until: string
  exported_at: string
  exported_by: string
  installation: number
  /** The last link. */
  head: { number: number; hash: string } | null
  days: EvidenceDay[]
  /** SHA-256 of all other files but the signature. */
  files: Record<string, string>
}

export type EvidenceDay = {
  day: string
  state: DayOfTracker
  reports: number
  /** Reports of the day that have arrived since, and are in no file yet. */
  waiting: number
  /** A file for each of the day's, in its order: a line of JSON for each report. */
  parts: { file: string; proof: Proof }[]
}

/** What there is of a tracker's day. */
export const statesOfDay = {
  reports: 'All reports of the tracker are in this export.',
  none: 'No report of the tracker of this day is in the history.',
  open: 'The day is not closed yet, or not in the chain yet: export it later.',
  changing: 'Reports were corrected or removed a short time ago, and the file is about to be written again.',
  private: 'The driver has marked a trip as private: the reports of the day are not shown.',
} as const
export type DayOfTracker = keyof typeof statesOfDay

/** Of an export, at most. */
export const MOST_DAYS = 92
export const MOST_REPORTS = 500_000

export const EVIDENCE = 'ringfence-evidence'
export const MANIFEST = 'manifest.json'
export const SIGNATURE = 'manifest.sig'
export const KEY = 'key.pem'
export const CHAIN = 'chain.json'
export const REPORTS = 'reports.csv'
export const SUMMARY = 'evidence.pdf'

export const CHAIN_KIND = 'ringfence-history-chain'
/** An exported chain. */
export type ChainFile = {
  kind: typeof CHAIN_KIND
  version: 1
  organisation: { id: number; name: string }
  installation: number
  exported_at: string
  links: Link[]
}

/** What the links of a day tell besides that it was closed, such as late reports. */
export const isTold = ({ kind }: Pick<LinkBody, 'kind'>) => kind !== 'closed' && kind !== 'adopted'

export const chainFileOf = (
  organisation: ChainFile['organisation'],
  installation: number,
  links: Link[],
): ChainFile => ({
  kind: CHAIN_KIND,
  version: 1,
  organisation: { id: organisation.id, name: organisation.name },
  installation,
  exported_at: new Date().toISOString(),
  links,
})

/** What there is of a day, in a sentence. */
export function sayDay({ state, waiting }: Pick<EvidenceDay, 'state' | 'waiting'>): string {
  const many = waiting === 1 ? '1 report has arrived late and is' : `${waiting} reports have arrived late and are`
  const late = state !== 'open' && waiting > 0 ? ` ${many} not in its file yet: export it again later.` : ''
  return `${statesOfDay[state] ?? state}${late}`
}
