import { type ChainProblem, checkChain, compareChains, daysOf } from '../chain/check.ts'
import { rootByProof } from '../chain/content.ts'
import { hashOf, type Link, type LinkBody } from '../chain/link.ts'
import { csvOfLines } from './csv.ts'
import { daysBetween } from './days.ts'
import {
  CHAIN,
  type ChainFile,
  EVIDENCE,
  type EvidenceDay,
  isTold,
  KEY,
  MANIFEST,
  type Manifest,
  MOST_DAYS,
  REPORTS,
  SIGNATURE,
} from './evidence.ts'
import { signerOf } from './signing.ts'

/**
 * Verifies a signed export by itself: the signature, each file, the chain, and of each day the way from the reports of
 * the tracker to the link.
 *
 * @param files by their names
 * @param against links of a chain that was exported earlier
 * @param key the fingerprint of the key that should have signed, as the installation published it
 * @throws {Error} with a sentence, where it is no signed export
 */
export function verifyEvidence(files: ReadonlyMap<string, Buffer>, { against, key }: Expected = {}): Verified {
  const manifest = readManifest(files.get(MANIFEST))
  const fingerprint = signerOf(
    files.get(MANIFEST)!,
    files.get(SIGNATURE) ?? Buffer.alloc(0),
    files.get(KEY)?.toString() ?? '',
  )
  const problems: EvidenceProblem[] = []
  if (fingerprint === null) problems.push({ problem: 'signature' })
  else if (key !== undefined && key !== fingerprint) problems.push({ problem: 'other_key', fingerprint })
  problems.push(...compareFiles(manifest, files))
  const links = readLinks(files.get(CHAIN))
  if (!links) problems.push({ problem: 'no_chain' })
  else {
    problems.push(...checkChain(manifest.organisation.id, links))
    // Either may be the earlier one.
    if (against)
      problems.push(...(against.length <= links.length ? compareChains(against, links) : compareChains(links, against)))
    const { head } = manifest
    if (links.at(-1)?.hash !== head?.hash || links.length !== (head?.number ?? 0))
      problems.push({ problem: 'other_head' })
  }
  const chain = daysOf(links ?? [])
  const days = new Map(manifest.days.map((one) => [one.day, one]))
  for (const day of daysBetween(manifest.from, manifest.until)) {
    const one = days.get(day)
    if (!one) problems.push({ problem: 'day_removed', day })
    else problems.push(...verifyDay(one, manifest.tracker.id, chain.get(day)?.content ?? null, files))
  }
  const lines = manifest.days.flatMap(({ parts }) => parts.flatMap(({ file }) => linesOf(files.get(file))))
  if (!hasCsv(files.get(REPORTS), lines)) problems.push({ problem: 'csv' })
  const said = [...chain.values()].flatMap((state) => state.links).filter((link) => days.has(link.day!) && isTold(link))
  return { manifest, fingerprint, problems, said, reports: lines.length }
}

function compareFiles({ files: named }: Manifest, files: ReadonlyMap<string, Buffer>): EvidenceProblem[] {
  const changed = Object.entries(named).flatMap(([file, sha256]): EvidenceProblem[] => {
    const bytes = files.get(file)
    if (!bytes) return [{ problem: 'file_removed', file }]
    return hashOf(bytes) === sha256 ? [] : [{ problem: 'file_changed', file }]
  })
  const known = new Set([...Object.keys(named), MANIFEST, SIGNATURE])
  const added = [...files.keys()].filter((file) => !known.has(file))
  return [...changed, ...added.map((file): EvidenceProblem => ({ problem: 'file_added', file }))]
}

function verifyDay(
  { day, state, parts, reports }: EvidenceDay,
  tracker_id: number,
  content: string | null,
  files: ReadonlyMap<string, Buffer>,
): EvidenceProblem[] {
  if (state !== 'reports') return []
  const from = Date.parse(day) * 1000
  let count = 0
  for (const { file, proof } of parts) {
    const bytes = files.get(file) ?? Buffer.alloc(0)
    const times = timesOf(bytes)
    count += times.length
    const is_of_day = times.every((time) => time >= from && time < from + DAY_US)
    const is_own = proof.tracker_id === tracker_id && proof.reports === times.length
    if (!is_own || !is_of_day || hashOf(bytes) !== proof.digest) return [{ problem: 'reports_changed', day }]
    if (rootByProof(proof) !== content) return [{ problem: 'not_in_chain', day }]
  }
  return count === reports && parts.length > 0 ? [] : [{ problem: 'reports_changed', day }]
}

function hasCsv(bytes: Buffer | undefined, lines: string[]): boolean {
  try {
    return bytes?.toString() === csvOfLines(lines, true)
  } catch {
    return false
  }
}

/** The times of the fixes; NaN for what is no report. */
function timesOf(bytes: Buffer): number[] {
  return linesOf(bytes).map((line) => {
    try {
      return Number((JSON.parse(line) as unknown[])[0])
    } catch {
      return Number.NaN
    }
  })
}

const linesOf = (bytes: Buffer | undefined) => (bytes ?? '').toString().split('\n').slice(0, -1)

function readManifest(bytes: Buffer | undefined): Manifest {
  const manifest = parsed(bytes) as Manifest | null
  const is_day = (one: EvidenceDay) => DAY.test(one?.day) && Array.isArray(one.parts)
  const days = (Date.parse(manifest?.until ?? '') - Date.parse(manifest?.from ?? '')) / 86_400_000
  const is_one =
    days >= 0 &&
    days < MOST_DAYS &&
    manifest?.kind === EVIDENCE &&
    manifest.version === 1 &&
    DAY.test(manifest.from) &&
    DAY.test(manifest.until) &&
    Number.isSafeInteger(manifest.tracker?.id) &&
    Number.isSafeInteger(manifest.organisation?.id) &&
    typeof manifest.files === 'object' &&
    manifest.files !== null &&
    Array.isArray(manifest.days) &&
    manifest.days.every(is_day)
  if (!is_one) throw new Error(`It is no signed export of Ringfence: its ${MANIFEST} is missing or is another one.`)
  return manifest
}

function readLinks(bytes: Buffer | undefined): Link[] | null {
  const chain = parsed(bytes) as ChainFile | null
  const is_link = (link: Link) => Number.isSafeInteger(link?.number) && typeof link.body === 'string'
  return Array.isArray(chain?.links) && chain.links.every(is_link) ? chain.links : null
}

function parsed(bytes: Buffer | undefined): unknown {
  try {
    return JSON.parse(bytes?.toString() ?? '')
  } catch {
    return null
  }
}

/** What does not hold, in a sentence. */
export function sayEvidence(found: Exclude<EvidenceProblem, ChainProblem>): string {
  switch (found.problem) {
    case 'signature':
      return 'The signature does not hold: the manifest was changed, or another key has signed it.'
    case 'other_key':
      return `Another installation has signed it, with the key ${found.fingerprint}.`
    case 'file_changed':
      return `${found.file} was changed: it is not what was signed.`
    case 'file_removed':
      return `${found.file} was removed.`
    case 'file_added':
      return `${found.file} was added: it is not signed.`
    case 'no_chain':
      return 'The chain is missing, or cannot be read.'
    case 'other_head':
      return 'The chain ends elsewhere than the manifest says: links were removed or added.'
    case 'day_removed':
      return `${found.day}: the day was removed from the manifest.`
    case 'reports_changed':
      return `${found.day}: reports were changed, removed or added.`
    case 'not_in_chain':
      return `${found.day}: the reports are not those of the chain.`
    case 'csv':
      return `${REPORTS} does not say the same as the reports.`
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/
const DAY_US = 86_400_000_000

type Expected = { against?: readonly Link[] | undefined; key?: string | undefined }
export type Verified = {
  manifest: Manifest
  /** Of the key that has signed. */
  fingerprint: string | null
  problems: EvidenceProblem[]
  /** What the chain says of the days, such as late reports. */
  said: LinkBody[]
  reports: number
}
export type EvidenceProblem =
  | ChainProblem
  | { problem: 'signature' | 'no_chain' | 'other_head' | 'csv' }
  | { problem: 'other_key'; fingerprint: string }
  | { problem: 'file_changed' | 'file_removed' | 'file_added'; file: string }
  | { problem: 'day_removed' | 'reports_changed' | 'not_in_chain'; day: string }
