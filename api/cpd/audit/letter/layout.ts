import { render } from '#messages/templates/render.ts'
import { makePdf, type Pdf } from '../../../pdf/document.ts'
import { type Verdict, verdictWords } from '../../words/audit.ts'
import { type LetterLanguage, letterDay, letterWords } from '../../words/letters.ts'

/** The outcome of an audit as a letter, made in a worker thread. The same outcome gives the same bytes. */
export function layOut(letter: Letter): Promise<Buffer> {
  const { organisation, cycle, decided_on, language } = letter
  const title = render(letterWords[language].audit.title, { cycle })
  const about = { title, author: organisation, created_at: new Date(`${decided_on}T00:00:00Z`) }
  return makePdf({ ...about, ...(language !== 'en' && { language }) }, (pdf) => write(pdf, title, letter))
}

function write(pdf: Pdf, title: string, letter: Letter): void {
  const { organisation, person, number, period_start, period_end, verdict, reason, language } = letter
  const words = letterWords[language]
  const day = (of: string) => letterDay(language, of)
  pdf.heading(1, title)
  pdf.facts([
    [words.from, organisation],
    [words.to, number ? `${person}, ${number}` : person],
    [words.date, day(letter.decided_on)],
    [words.audit.records, render(words.until, { from: day(period_start), to: day(period_end) })],
  ])
  pdf.heading(2, letter.first_verdict ? words.appeal_decision : words.decision)
  pdf.paragraph(verdictWords[language][verdict], { bold: true })
  pdf.paragraph(reason)
  if (letter.first_verdict) {
    pdf.paragraph(render(words.first, { words: verdictWords[language][letter.first_verdict] }))
  }
  writeActivities(pdf, letter)
  if (letter.appeal_days === null) return
  pdf.heading(2, words.disagree)
  pdf.paragraph(render(words.audit.appeal, { days: String(letter.appeal_days) }))
}

function writeActivities(pdf: Pdf, { activities, language }: Letter): void {
  if (activities.length === 0) return
  const { date, audit } = letterWords[language]
  pdf.heading(2, audit.activities)
  pdf.table({
    columns: [
      { title: date, share: 1.7, align: 'left' },
      { title: audit.activity, share: 4, align: 'left' },
      { title: audit.verdict, share: 1.6, align: 'left' },
      { title: audit.reason, share: 4, align: 'left' },
    ],
    rows: activities.map((one) => [
      one.completed_on ? letterDay(language, one.completed_on) : '',
      typeof one.title === 'string' ? one.title : audit[one.title.is],
      audit[one.verdict],
      one.reason,
    ]),
  })
}

export type Letter = {
  language: LetterLanguage
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
  activities: {
    /** Its own, or why it has none here. */
    title: string | { is: 'private' | 'untitled' | 'deleted' }
    completed_on: string
    verdict: 'accepted' | 'rejected' | 'more_asked'
    reason: string
  }[]
  /** Null where no appeal is left. */
  appeal_days: number | null
}
