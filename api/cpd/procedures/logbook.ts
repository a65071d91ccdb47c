import { stringify } from 'csv-stringify/sync'
import type { Db } from '#db/database.ts'
import { listAll } from '../../crud/crud.ts'
import type { ListQuery } from '../../crud/list_query.ts'
import type { FileFormat, Resource } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'

const columns = [
  'date',
  'case_number',
  'type',
  'modality',
  'region',
  'structures',
  'role',
  'supervision',
  'supervisor',
  'outcome',
  'state',
]

/** The layout of a paper logbook, as CSV, without health numbers and comments. */
export const logbook: FileFormat = {
  type: 'text/csv; charset=utf-8',
  about: 'csv has all columns; logbook those of a paper logbook, as CSV',
  write: writeLogbook,
}

/** The header follows the first read, so that a refused query is answered as an error. */
async function* writeLogbook(db: Db, resource: Resource, viewer: Viewer, query: ListQuery): AsyncGenerator<string> {
  let head: string | null = stringify([columns])
  for await (const row of listAll(db, resource, viewer, { sort: 'date', ...query })) {
    if (head) yield head
    head = null
    yield stringify([columns.map((name) => row[name])], { escape_formulas: true })
  }
  if (head) yield head
}
