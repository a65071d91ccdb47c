import { Readable } from 'node:stream'
import type { ApiContext } from '../../context.ts'
import { toCsv } from '../../crud/csv.ts'
import { addEntries, addLazily, makeZip, type ZipOptions } from '../serving/zip_stream.ts'
import type { ExportFiles } from './files.ts'
import type { Section } from './sections.ts'

/**
 * Streams a zip: README.txt, a CSV for each resource, and the files. Rows and files are read when their turn comes, so
 * that memory stays bounded.
 */
export function archiveOf({ db, contents }: ApiContext, parts: Parts, options: ZipOptions): Readable {
  const archive = makeZip()
  const { zip, output } = archive
  zip.addBuffer(Buffer.from(readmeOf(parts)), 'README.txt')
  for (const section of parts.sections) {
    addLazily(archive, `${nameOf(section)}.csv`, () => {
      const stream = Readable.from(csvOf(section, options), { objectMode: false })
      return stream.once('end', () => options.onEntry?.())
    })
  }
  addEntries(zip, db, contents, parts.files.entries, options)
    .then(() => zip.end({ forceZip64Format: false, comment: '' }))
    .catch((error) => output.destroy(error))
  return output
}

/** Streams one JSON object: a list for each resource, by its plural. */
export async function* jsonOf(sections: Section[], { onEntry = () => {}, onBytes = () => {} }: ZipOptions) {
  yield '{'
  let separator = '\n'
  for (const section of sections) {
    yield `${separator}${JSON.stringify(nameOf(section))}: [`
    separator = ',\n'
    let comma = '\n'
    for await (const row of section.rows()) {
      const text = `${comma}${JSON.stringify(row)}`
      onBytes(text.length)
      yield text
      comma = ',\n'
    }
    yield ']'
    onEntry()
  }
  yield '\n}\n'
}

/** A list's name: its path, which may have a folder. */
const nameOf = ({ resource }: Section) => resource.plural.replaceAll('/', '_')

async function* csvOf({ resource, rows }: Section, { onBytes = () => {} }: ZipOptions): AsyncGenerator<Buffer> {
  for await (const chunk of await toCsv(resource, rows())) {
    const bytes = Buffer.from(chunk)
    onBytes(bytes.length)
    yield bytes
  }
}

function readmeOf({ title, sections, files }: Parts): string {
  const lists = sections.map((section) => `${nameOf(section)}.csv  ${section.resource.about}`)
  return [
    title,
    `Exported at ${new Date().toISOString()}.`,
    'Each CSV file has a header line and one line for each row, in UTF-8 with commas (RFC 4180). Times are UTC (ISO 8601), ' +
      'coordinates WGS 84 degrees, distances metres, speeds metres per second. Money is a decimal of the currency in its line. Values that are objects or lists are JSON. ' +
      'A cell that begins with = + - or @ has an apostrophe before it, so that no program runs it as a formula.',
    lists.join('\n'),
    files.asked
      ? `files/ has ${files.entries.filter(({ is_folder }) => !is_folder).length} files in their folders. What is in the trash is left out.`
      : 'The files themselves were not asked for.',
    ...(files.left_out.length > 0
      ? [`Left out, as they wait for the virus scan or did not pass it:\n${files.left_out.join('\n')}`]
      : []),
    '',
  ].join('\n\n')
}

type Parts = { title: string; sections: Section[]; files: ExportFiles }
