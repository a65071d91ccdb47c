import { makePdf, type Pdf } from '../../pdf/document.ts'
import { dayText } from '../engine/amounts.ts'
import { asks } from '../engine/verdict.ts'
import type { Report } from './schema.ts'
import { titleOf } from './title.ts'

/** A report as tagged PDF, made in a worker thread. The same report gives the same bytes. */
export function layOut(report: Report): Promise<Buffer> {
  const { organisation, closed_at, today } = report
  const created_at = new Date(closed_at ?? `${today}T00:00:00Z`)
  return makePdf({ title: titleOf(report), author: organisation, created_at }, (pdf) => writeReport(pdf, report))
}

function writeReport(pdf: Pdf, report: Report): void {
  pdf.heading(1, titleOf(report))
  pdf.facts(factsOf(report))
  writeResult(pdf, report)
  writePlan(pdf, report)
  if (report.rotations?.length) writeRotations(pdf, report.rotations)
  writeActivities(pdf, report)
  if (report.procedures.length > 0) writeProcedures(pdf, report)
  if (report.forms.length > 0) writeForms(pdf, report)
  writeQualifications(pdf, report)
  pdf.heading(2, 'Self-evaluation')
  pdf.paragraph(report.self_evaluation || 'None yet.')
  writeEvidence(pdf, report)
}

function writeResult(pdf: Pdf, report: Report): void {
  const { met, nothing, hours, counted_activities, lines, closed_at, today } = report
  pdf.heading(2, 'Result')
  const verdict = nothing ? ` ${nothing}` : met ? ' All requirements are met.' : ' Not all requirements are met.'
  pdf.paragraph(`${hours} h in ${count(counted_activities, 'activity', 'activities')}.${verdict}`, { bold: true })
  pdf.paragraph(closed_at ? 'The cycle is closed: the result is kept as it was then.' : `As of ${dayText(today)}.`)
  table(pdf, lines, [
    ['Requirement', 5, ({ sentence, desirable }) => sentence + (desirable ? ' (desirable)' : '')],
    ['Required', 1, ({ required, unit }) => amount(required, unit), 'right'],
    ['Counted', 1, ({ counted, unit }) => amount(counted, unit), 'right'],
    ['Met', 0.7, ({ met: is_met, ...line }) => (is_met ? (asks(line) ? 'yes' : '–') : 'no')],
    ['Made of', 2, (line) => line.activities.map(partOf).join(', ')],
  ])
}

function writePlan(pdf: Pdf, report: Report): void {
  pdf.heading(2, 'Plan')
  pdf.paragraph(report.text || 'The plan has no text.')
  pdf.paragraph(agreementOf(report))
  table(pdf, report.goals, [
    ['Goal', 5, ({ description, compulsory }) => description + (compulsory ? ' (compulsory)' : '')],
    ['Category', 2, ({ plan_category }) => plan_category],
    ['By', 1.6, ({ timely }) => day(timely)],
    ['State', 1.2, ({ state }) => state],
  ])
}

function writeActivities(pdf: Pdf, report: Report): void {
  pdf.heading(2, 'Activities')
  table(pdf, report.activities, [
    ['No.', 0.8, ({ number }) => number],
    ['Date', 1.7, ({ completed_on }) => day(completed_on)],
    [
      'Activity',
      5,
      ({ title, learnings }) => [title || 'An activity without a title', learnings].filter(Boolean).join('\n'),
    ],
    ['Hours', 0.9, ({ hours: of }) => of, 'right'],
    [
      'Counts as',
      1.6,
      ({ credits }) => credits.map(({ code, credit, unit }) => `${code} ${amount(credit, unit)}`).join(', '),
    ],
    ['State', 1.3, ({ state }) => state],
    ['Evidence', 1.3, ({ evidence }) => evidence.join(', ')],
  ])
}

function writeProcedures(pdf: Pdf, report: Report): void {
  pdf.heading(2, 'Procedures')
  table(pdf, report.procedures, [
    ['Case', 0.9, ({ case_number }) => case_number, 'right'],
    ['Date', 1.7, ({ date }) => day(date)],
    ['Type', 2.4, ({ type, modality, region }) => [type, modality, region].filter(Boolean).join(', ')],
    [
      'Role',
      1.6,
      ({ role, supervision }) =>
        [role, supervision]
          .filter(Boolean)
          .map((word) => words(word!))
          .join(', '),
    ],
    ['Supervisor', 1.8, ({ supervisor }) => supervisor ?? ''],
    ['Outcome', 2, ({ outcome }) => outcome],
    ['State', 1.2, ({ state }) => words(state)],
    ['Evidence', 1.2, ({ evidence }) => evidence.join(', ')],
  ])
}

function writeRotations(pdf: Pdf, rotations: NonNullable<Report['rotations']>): void {
  pdf.heading(2, 'Rotations')
  table(pdf, rotations, [
    ['Place', 3, ({ place }) => place],
    ['Specialty', 2, ({ specialty }) => specialty],
    ['From', 1.6, ({ begins }) => day(begins)],
    ['To', 1.6, ({ ends }) => day(ends)],
    ['Full time', 1, ({ percent }) => `${percent} %`, 'right'],
    ['Supervisor', 2.4, ({ supervisors }) => supervisors.join(', ')],
  ])
}

function writeForms(pdf: Pdf, report: Report): void {
  pdf.heading(2, 'Forms')
  table(pdf, report.forms, [
    ['Form', 3, ({ template, version }) => `${template}, version ${version}`],
    ['Submitted', 1.6, ({ submitted_on }) => day(submitted_on)],
    ['Agreed', 3, ({ agreed_on, agreed_by }) => [day(agreed_on), agreed_by].filter(Boolean).join(', ')],
    ['Evidence', 1.2, ({ evidence }) => evidence.join(', ')],
  ])
}

function writeQualifications(pdf: Pdf, report: Report): void {
  pdf.heading(2, 'Qualifications')
  table(pdf, report.qualifications, [
    ['Type', 1.5, ({ type }) => type],
    [
      'Name',
      3,
      ({ name, level, confirmed }) =>
        [name, level].filter(Boolean).join(', ') + (confirmed === false ? ' (not confirmed)' : ''),
    ],
    ['Issuer', 2, ({ issuer }) => issuer],
    ['Expires', 1.6, ({ expires_on }) => day(expires_on)],
    ['Evidence', 1.2, ({ evidence }) => evidence.join(', ')],
  ])
}

function writeEvidence(pdf: Pdf, report: Report): void {
  pdf.heading(2, 'Evidence')
  table(pdf, report.evidence, [
    ['Number', 1, ({ number }) => number],
    ['File', 4, ({ name }) => name],
    ['SHA-256', 5, ({ sha256 }) => sha256 ?? ''],
  ])
}

const factsOf = (report: Report): [string, string][] => [
  ['Person', report.person ?? ''],
  ['Organisation', report.organisation],
  ...(report.standard ? [['Standard', report.standard] as [string, string]] : []),
  ['Cycle', `${report.cycle}, ${dayText(report.start)} to ${dayText(report.end)}`],
  ...(report.waivers.length > 0
    ? [
        [
          'Waived',
          report.waivers.map(waivedText).join('; ') +
            (report.waived_months > 0 ? ` (${count(report.waived_months, 'month', 'months')})` : ''),
        ] as [string, string],
      ]
    : []),
]

/** `1 March 2026 to 30 June 2026, 50 % waived of 2 requirements`. */
function waivedText({ from, to, percent = 100, requirements = 0 }: Report['waivers'][number]): string {
  const of = requirements > 0 ? ` of ${count(requirements, 'requirement', 'requirements')}` : ''
  const share = of || percent < 100 ? `, ${percent} % waived${of}` : ''
  return `${dayText(from)} to ${dayText(to)}${share}`
}

function agreementOf({ agreed_on, agreed_by, agreed_sha256, reviewed_on }: Report): string {
  if (!agreed_on) return 'The plan is not agreed yet.'
  const reviewed = reviewed_on ? ` Reviewed on ${dayText(reviewed_on)}.` : ''
  return `Agreed on ${dayText(agreed_on)} by ${agreed_by ?? 'a supervisor'}.${reviewed} SHA-256 of what was agreed: ${agreed_sha256}`
}

/** `A3`, and where a cap limits it `A3 (6 of 8)`. */
const partOf = ({ number, hours, credit, limited_by }: Report['lines'][number]['activities'][number]) =>
  `${number ?? 'earlier'}${limited_by ? ` (${credit} of ${hours})` : ''}`

function table<Row>(pdf: Pdf, rows: Row[], columns: Column<Row>[]): void {
  if (rows.length === 0) pdf.paragraph('None.', { muted: true })
  pdf.table({
    columns: columns.map(([title, share, , align = 'left']) => ({ title, share, align })),
    rows: rows.map((row) => columns.map(([, , of]) => of(row))),
  })
}

/** `5 Mar 2026`, for cells. */
const day = (date: string | null) => (date ? dayText(date).replace(/(?<= [A-Z][a-z]{2})[a-z]+/, '') : '')
const words = (word: string) => word.replaceAll('_', ' ')
const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`
const amount = (number: number, unit: string) => (unit === 'hours' ? `${number} h` : String(number))

type Column<Row> = [title: string, share: number, of: (row: Row) => string | number, align?: 'left' | 'right']
