import type { ChainProblem } from './check.ts'
import { kinds, type LinkBody } from './link.ts'
import type { DayProblem } from './verify.ts'

/** What does not hold, in a sentence for people who are no programmers. */
export function sayProblem(found: ChainProblem | DayProblem): string {
  const files = 'files' in found ? ` (${found.files.join(', ')})` : ''
  switch (found.problem) {
    case 'link_changed':
      return `Link ${found.link} was changed: its text is not what was hashed.`
    case 'link_removed':
      return found.from === found.to
        ? `Link ${found.from} was removed.`
        : `The links ${found.from} to ${found.to} were removed.`
    case 'links_cut':
      return `The end of the chain was removed: the earlier export has links up to ${found.to}, from ${found.from} on they are gone.`
    case 'chain_rewritten':
      return `The chain was rewritten: link ${found.link} is not the one that was made.`
    case 'restored_since':
      return `From link ${found.link} on the chain differs from the earlier export, since a backup was restored: the link says so.`
    case 'day_removed':
      return `${found.day}: the day was removed: its files are gone${files}.`
    case 'file_removed':
      return `${found.day}: a file was removed${files}; others of the day are there.`
    case 'content_changed':
      return `${found.day}: bytes were changed, and reports with them, or the file cannot be read any more${files}.`
    case 'bytes_changed':
      return `${found.day}: bytes were changed; the reports are the same${files}.`
    case 'file_replaced':
      return `${found.day}: another file is in the place of the one that the chain names${files}: it was replaced, or links were removed.`
    case 'unknown_file':
      return `${found.day}: there is a file that no link names${files}: it was added, or links were removed.`
    case 'not_in_chain':
      return `${found.day}: no link is about it, although its file is there: links were removed, or it is about to be taken in.`
    case 'waiting':
      return `${found.day}: closed before the chain began, and not in it yet.`
  }
}

/** Whether it is nothing to worry about: the chain says itself what happened, or the day is not due. */
export const isNotice = ({ problem }: ChainProblem | DayProblem) =>
  problem === 'restored_since' || problem === 'waiting'

/** What a link says, in a sentence. */
export function sayLink({ number, made_at, kind, day, reports, change, note }: LinkBody): string {
  const counts = change
    ? [
        [change.late, 'late'],
        [change.entered, 'entered or imported by people'],
        [change.corrected, 'corrected'],
        [change.removed, 'removed by people'],
        [change.deleted, 'removed with their tracker or phone'],
      ]
        .filter(([count]) => Number(count) > 0)
        .map(([count, what]) => `${count} ${what}`)
    : []
  const about = [
    ...counts,
    ...(kind === 'retention' ? [`${reports} reports of days before ${note?.before}`] : []),
    ...(kind === 'moved' ? [`installation ${note?.installation}`] : []),
    ...(kind === 'restored' ? [`backup of ${note?.backup_of}`] : []),
  ]
  const what = kinds[kind] ?? 'something that this release does not know'
  const now = day ? `; ${reports} reports since` : ''
  return `${day ?? 'all days'}: ${what}${about.length > 0 ? ` (${about.join(', ')})` : ''}${now} — link ${number}, ${made_at}`
}
