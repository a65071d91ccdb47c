import { type Static, Type } from 'typebox'
import { inBackground } from '#db/embedded/session_queue.ts'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import type { DateOrder } from '../../crud/imports/cells.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { cpdOrganisation } from '../access.ts'
import { checkLines } from './check_lines.ts'
import type { Importer } from './importer.ts'
import { people } from './people.ts'
import { MOST_LINES, readCsv } from './read_csv.ts'
import { activities, procedures } from './records.ts'
import { rotations } from './rotations.ts'
import { writeLines } from './write_lines.ts'

const MOST_FAULTS = 100

const importers = { activities, procedures, rotations, people }
type Kind = keyof typeof importers

const Body = Type.Object(
  {
    kind: Type.Unsafe<Kind>(Type.String({ enum: Object.keys(importers) })),
    csv: Type.String({ maxLength: 3_000_000, description: 'With a header of field names; lists are separated by ;' }),
    /** Checks every line and creates nothing. */
    preview: Type.Optional(Type.Boolean()),
    /** Leaves out bad lines and creates the others; without it one bad line keeps all out. */
    skip_bad: Type.Optional(Type.Boolean()),
    date_order: Type.Optional(
      Type.Unsafe<DateOrder>(
        Type.String({ enum: ['dmy', 'mdy'], description: 'Of days such as 31/12/2026; dmy by default' }),
      ),
    ),
    first_line: Type.Optional(
      Type.Integer({ minimum: 2, maximum: 1_000_000, description: 'Number of the first line in a file sent in parts' }),
    ),
    organisation_id: Type.Optional(Id),
  },
  { additionalProperties: false },
)
const Fault = Type.Object({ line: Type.Integer(), field: Type.Optional(Type.String()), message: Type.String() })
const Answer = Type.Object({
  lines: Type.Integer(),
  /** Lines that can be created, or were; with those that exist. */
  good: Type.Integer(),
  created: Type.Integer(),
  /** Lines that an earlier import has created, by their `client_key`, and people who are members. */
  existing: Type.Integer(),
  faults: Type.Array(Fault, { description: `At most ${MOST_FAULTS}` }),
})

/** Imports one's own activities, procedures or rotations, people of an organisation, and their rotations. */
export const importCpd = defineAction({
  method: 'POST',
  path: 'cpd/import',
  tags: ['cpd'],
  summary: 'Import your activities, procedures or rotations, or people, from CSV; with preview only check each line',
  description:
    'The header has the field names of a new row, separated by commas, semicolons or tabs. Lists are separated by ' +
    'semicolons; credits of activities are category codes with hours, such as EA:2;RP:1.5. Days are 2026-12-31 or ' +
    '31/12/2026. A line is created once, by its client_key (a UUID) or else by its content: the same file again ' +
    'completes what was interrupted. People have email, ' +
    `${people.columns.filter((name) => name !== 'email').join(', ')}; only administrators import them, and each new ` +
    `address is mailed a link. At most ${MOST_LINES} lines; a longer file is sent in parts. Lines count from 1, ` +
    'which is the header. All lines are checked first: if any is bad, nothing is created, unless skip_bad is set. ' +
    'Good lines are then written in parts. What changes in the meantime, such as a cycle that is closed, ends the ' +
    'import: faults name each line that was not created, created says how many were.',
  body: Body,
  answer: Answer,
  status: 200,
  run({ context, viewer, body }) {
    return importLines(context, viewer, body)
  },
})

async function importLines(context: ApiContext, viewer: Viewer, body: Static<typeof Body>) {
  const { kind, preview = false, skip_bad = false, first_line = 2, date_order = 'dmy' } = body
  const importer: Importer = importers[kind]
  const organisation_id = await cpdOrganisation(context.db, viewer, body.organisation_id)
  const lines = readCsv(body.csv, importer.columns).map((line, i) => ({ line, number: i + first_line }))
  const request = { viewer, organisation_id, date_order, lines }
  await importer.prepare?.(context, { ...request, commits: !preview })
  return inBackground(async () => {
    const checked = await checkLines(context, importer, { ...request, preview })
    const none = preview || (checked.faults.length > 0 && !skip_bad)
    const tried = none ? checked : await writeLines(context, importer, { ...request, skip_bad, checked })
    return {
      lines: lines.length,
      good: tried.created + tried.existing,
      created: none ? 0 : tried.created,
      existing: tried.existing,
      faults: tried.faults.slice(0, MOST_FAULTS),
    }
  })
}
