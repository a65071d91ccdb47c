import { render } from '#messages/templates/render.ts'
import { makePdf, type Pdf } from '../../../pdf/document.ts'
import { type LetterLanguage, letterDay, letterWords } from '../../words/letters.ts'
import { type Outcome, outcomeWords } from '../../words/waiver.ts'

/** The decision on a waiver as a letter, made in a worker thread. The same decision gives the same bytes. */
export function layOut(letter: Letter): Promise<Buffer> {
  const { organisation, cycle, decided_on, language } = letter
  const title = render(letterWords[language].waiver.title, { cycle })
  const about = { title, author: organisation, created_at: new Date(`${decided_on}T00:00:00Z`) }
  return makePdf({ ...about, ...(language !== 'en' && { language }) }, (pdf) => write(pdf, title, letter))
}

function write(pdf: Pdf, title: string, letter: Letter): void {
  const { organisation, person, number, outcome, decision, first_outcome, language } = letter
  const words = letterWords[language]
  const { waiver } = words
  pdf.heading(1, title)
  pdf.facts([
    [words.from, organisation],
    [words.to, number ? `${person}, ${number}` : person],
    [words.date, letterDay(language, letter.decided_on)],
    [waiver.asked, `${waiver.kinds[letter.kind]}, ${wordsOf(language, letter.asked)}`],
    ...(outcome === 'refused' ? [] : [[waiver.granted, wordsOf(language, letter.granted)] satisfies [string, string]]),
  ])
  pdf.heading(2, first_outcome ? words.appeal_decision : words.decision)
  pdf.paragraph(outcomeWords[language][outcome], { bold: true })
  if (decision) pdf.paragraph(decision)
  if (first_outcome) pdf.paragraph(render(words.first, { words: outcomeWords[language][first_outcome] }))
  if (outcome !== 'refused') pdf.paragraph(waiver.less)
  if (letter.appeal_days === null) return
  pdf.heading(2, words.disagree)
  pdf.paragraph(render(waiver.appeal, { days: String(letter.appeal_days) }))
}

/** `1 March 2026 to 30 June 2026, 50 % waived of: At least 25 h of peer review`. */
function wordsOf(language: LetterLanguage, { from, to, percent, requirements }: Granted): string {
  const { until, waiver } = letterWords[language]
  const days = render(until, { from: letterDay(language, from), to: letterDay(language, to) })
  const titles = requirements.join('; ')
  if (titles) return `${days}, ${render(waiver.waived_of, { percent: String(percent), titles })}`
  return percent < 100 ? `${days}, ${render(waiver.waived, { percent: String(percent) })}` : days
}

type Granted = { from: string; to: string; percent: number; requirements: string[] }
export type Letter = {
  language: LetterLanguage
  organisation: string
  person: string
  number: string | null
  cycle: string
  decided_on: string
  kind: keyof (typeof letterWords)['en']['waiver']['kinds']
  asked: Granted
  granted: Granted
  outcome: Outcome
  first_outcome: Outcome | null
  decision: string
  /** Null where no appeal is left. */
  appeal_days: number | null
}
