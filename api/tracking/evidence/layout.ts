import { isoOf } from '#db/history/chain/append.ts'
import type { LinkBody } from '#db/history/chain/link.ts'
import { sayLink } from '#db/history/chain/words.ts'
import { type Manifest, REPORTS, sayDay } from '#db/history/evidence/evidence.ts'
import { makePdf } from '../../pdf/document.ts'

/** What is printed of a signed export: all but the reports in a form for programs. */
export type Printed = {
  manifest: Manifest
  /** The first of them. */
  lines: string[]
  said: LinkBody[]
  fingerprint: string
}

/** The export for people, made in a worker thread. */
export function layOut({ manifest, lines, said, fingerprint }: Printed): Promise<Buffer> {
  const { tracker, organisation, from, until, exported_at, exported_by, head, days } = manifest
  const reports = days.reduce((sum, { reports }) => sum + reports, 0)
  const about = {
    title: `Reports of ${tracker.name}, ${from} to ${until}`,
    author: organisation.name,
    created_at: new Date(exported_at),
    is_landscape: true,
  }
  return makePdf(about, (pdf) => {
    pdf.heading(1, `Reports of ${tracker.name}`)
    pdf.facts([
      ['Organisation', organisation.name],
      ['Tracker', `${tracker.name} (number ${tracker.id} of the installation)`],
      ['Days', `${from} to ${until}, in UTC`],
      ['Reports', String(reports)],
      ['Exported', `${exported_at} by ${exported_by}`],
      ['Last link of the chain', head ? `${head.number}, ${head.hash}` : 'none'],
      ['Signed with the key', fingerprint],
    ])
    pdf.heading(2, 'How it is verified')
    pdf.paragraph(
      'This document is part of a zip whose manifest.json names every file with its SHA-256 and is signed with Ed25519. ' +
        'Ringfence verifies it without the server: npm run db -- history verify --export FILE. The installation ' +
        'publishes its key at /api/v1/history/key; compare its fingerprint with the one above. It shows that the ' +
        'reports are those that the server had when the day was closed. It does not show that the device was right.',
    )
    pdf.heading(2, 'Days')
    pdf.table({
      columns: [{ title: 'Day' }, { title: 'Reports', align: 'right' }, { title: 'What there is', share: 5 }],
      rows: days.map((one) => [one.day, String(one.reports), sayDay(one)]),
      row_heads: true,
    })
    if (said.length > 0) {
      pdf.heading(2, 'What the chain says of these days')
      pdf.list(said.map(sayLink))
    }
    pdf.heading(2, 'Reports')
    if (lines.length === 0) return pdf.paragraph('There is none.')
    pdf.table({
      columns: [
        { title: 'Time of the fix (UTC)', share: 2.4 },
        { title: 'Received (UTC)', share: 2.4 },
        { title: 'Event', share: 1.4 },
        { title: 'Latitude', align: 'right', share: 1.2 },
        { title: 'Longitude', align: 'right', share: 1.2 },
        { title: 'Speed, km/h', align: 'right' },
        { title: 'Late' },
      ],
      rows: lines.map(rowOf),
      row_heads: true,
    })
    if (lines.length < reports) {
      pdf.paragraph(`The first ${lines.length} of ${reports} reports; ${REPORTS} has all.`, { muted: true })
    }
  })
}

function rowOf(line: string): string[] {
  const [fix_at, received, event, , , longitude, latitude, , , speed, , , , late] = JSON.parse(line) as unknown[]
  const number = (value: unknown, digits: number, factor = 1) =>
    value === null ? '' : ((value as number) * factor).toFixed(digits)
  return [
    isoOf(fix_at as number),
    isoOf(received as number),
    String(event),
    number(latitude, 6),
    number(longitude, 6),
    number(speed, 1, 3.6),
    late ? 'late' : '',
  ]
}
