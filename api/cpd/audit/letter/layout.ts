import { makePdf, type Pdf } from '../../../pdf/document.ts'
import { dayText } from '../../engine/amounts.ts'
import { verdictWords } from '../../words/audit.ts'

/** The outcome of an audit as a letter, made in a worker thread. The same outcome gives the same bytes. */
export function layOut(letter: Letter): Promise<Buffer> {
  const { organisation, cycle, decided_on } = letter
  const title = `Outcome of the audit: ${cycle}`
  const about = { title, author: organisation, created_at: new Date(`${decided_on}T00:00:00Z`) }
  return makePdf(about, (pdf) => write(pdf, title, letter))
}

function write(pdf: Pdf, title: string, letter: Letter): void {
  const { organisation, person, number, period_start, period_end, verdict, reason, activities } = letter
  pdf.heading(1, title)
  pdf.facts([
    ['From', organisation],
    ['To', number ? `${person}, ${number}` : person],
    ['Date', dayText(letter.decided_on)],
    ['Records of', `${dayText(period_start)} to ${dayText(period_end)}`],
  ])
  pdf.heading(2, letter.first_verdict ? 'Decision on the appeal' : 'Decision')
  pdf.paragraph(verdictWords[verdict], { bold: true })
  pdf.paragraph(reason)
  if (letter.first_verdict) pdf.paragraph(`The first decision was: ${verdictWords[letter.first_verdict]}`)
  if (activities.length > 0) {
    pdf.heading(2, 'Activities')
    pdf.table({
      columns: [
        { title: 'Date', share: 1.7, align: 'left' },
        { title: 'Activity', share: 4, align: 'left' },
        { title: 'Verdict', share: 1.6, align: 'left' },
        { title: 'Reason', share: 4, align: 'left' },
      ],
      rows: activities.map((one) => [
        one.completed_on ? dayText(one.completed_on) : '',
        one.title,
        activityWords[one.verdict],
        one.reason,
      ]),
    })
  }
  if (letter.appeal_days === null) return
  pdf.heading(2, 'If you do not agree')
  pdf.paragraph(
    `You may appeal within ${letter.appeal_days} days of the date of this letter, on the page of the audit. ` +
      'Your appeal is decided by another person where the organisation has one.',
  )
}

const activityWords = { accepted: 'Accepted', rejected: 'Not accepted', more_asked: 'More asked for' }

type Verdict = keyof typeof verdictWords
export type Letter = {
  organisation: string
  person: string
  number: string | null
  cycle: string
  decided_on: string
  period_start: string
  period_end: string
  verdict: Verdict
  first_verdict: Verdict | null
  reason: string
  activities: { title: string; completed_on: string; verdict: keyof typeof activityWords; reason: string }[]
  /** Null where no appeal is left. */
  appeal_days: number | null
}
