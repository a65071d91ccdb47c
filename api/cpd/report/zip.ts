import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isPrivateEvidence } from '#db/privacy/evidence.ts'
import type { ApiContext } from '../../context.ts'
import { addEntries, makeZip, type ZipOptions } from '../../files/serving/zip_stream.ts'
import type { Descendant } from '../../files/tree/tree.ts'
import type { Report } from './schema.ts'
import { titleOf } from './title.ts'

/** The evidence of a report whose bytes can be read, as it was named, and what cannot. */
export async function findEvidence(db: Db, report: Report): Promise<FoundEvidence> {
  const ids = report.evidence.map(({ file_id }) => file_id)
  const { rows } = await sql<StoredFile>`
    select id, name, size, content_id, mimetype, scan_state, modified_at, sha256 from file
    where id = any(${`{${ids.join(',')}}`}::bigint[]) and organisation_id = ${report.organisation_id}
      and not is_folder and content_id is not null and not ${isPrivateEvidence('file')}`.execute(db)
  const stored = new Map(rows.map((row) => [row.id, row]))
  const entries: Descendant[] = []
  const left_out: string[] = []
  for (const { file_id, number, name, sha256 } of report.evidence) {
    const file = stored.get(file_id)
    const reason = !file
      ? 'does not exist any more'
      : file.scan_state === 'waiting'
        ? 'waits for the virus scan'
        : file.scan_state === 'infected'
          ? 'did not pass the virus scan'
          : file.sha256 !== sha256
            ? 'has changed since the cycle was closed'
            : null
    if (reason || !file) left_out.push(`${number} ${name}: ${reason}`)
    else entries.push({ ...file, is_folder: false, parent_file_id: null, path: [`${number} ${name}`], top_id: file.id })
  }
  return { entries, left_out }
}

/** Streams a zip: the report, a README.txt, and each piece of evidence under the number by which the report names it. */
export function zipOf({ db, contents }: ApiContext, report: Report, parts: Parts, options: ZipOptions): Readable {
  const { pdf, entries, left_out } = parts
  const { zip, output } = makeZip()
  const mtime = new Date(report.closed_at ?? `${report.today}T00:00:00Z`)
  zip.addBuffer(pdf, 'Report.pdf', { mtime, compress: false })
  zip.addBuffer(Buffer.from(readmeOf(report, entries, left_out)), 'README.txt', { mtime })
  options.onEntry?.()
  addEntries(zip, db, contents, entries, options)
    .then(() => zip.end({ forceZip64Format: false, comment: '' }))
    .catch((error) => output.destroy(error))
  return output
}

function readmeOf(report: Report, entries: Descendant[], left_out: string[]): string {
  return [
    titleOf(report),
    'Report.pdf names each piece of evidence by its number (E1, E2 …). The files here begin with that number.',
    entries.length > 0 ? entries.map(({ path }) => path[0]).join('\n') : 'There is no evidence.',
    ...(left_out.length > 0 ? [`Left out:\n${left_out.join('\n')}`] : []),
    '',
  ].join('\n\n')
}

type StoredFile = Pick<
  Descendant,
  'id' | 'name' | 'size' | 'content_id' | 'mimetype' | 'scan_state' | 'modified_at'
> & { sha256: string | null }
type FoundEvidence = { entries: Descendant[]; left_out: string[] }
type Parts = FoundEvidence & { pdf: Buffer }
