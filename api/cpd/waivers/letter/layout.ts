import { makePdf, type Pdf } from '../../../pdf/document.ts'
import { dayText } from '../../engine/amounts.ts'
import { outcomeWords } from '../../words/waiver.ts'

/** The decision on a waiver as a letter, made in a worker thread. The same decision gives the same bytes. */
export function layOut(letter: Letter): Promise<Buffer> {
  const { organisation, cycle, decided_on } = letter
  const title = `Decision on a waiver: ${cycle}`
  const about = { title, author: organisation, created_at: new Date(`${decided_on}T00:00:00Z`) }
  return makePdf(about, (pdf) => write(pdf, title, letter))
}

function write(pdf: Pdf, title: string, letter: Letter): void {
  const { organisation, person, number, outcome, decision, first_outcome } = letter
  pdf.heading(1, title)
  pdf.facts([
    ['From', organisation],
    ['To', number ? `${person}, ${number}` : person],
    ['Date', dayText(letter.decided_on)],
    ['Asked for', `${kindWords[letter.kind]}, ${wordsOf(letter.asked)}`],
    ...(outcome === 'refused' ? [] : [['Granted', wordsOf(letter.granted)] satisfies [string, string]]),
  ])
  pdf.heading(2, first_outcome ? 'Decision on the appeal' : 'Decision')
  pdf.paragraph(outcomeWords[outcome], { bold: true })
  if (decision) pdf.paragraph(decision)
  if (first_outcome) pdf.paragraph(`The first decision was: ${outcomeWords[first_outcome]}`)
  if (outcome !== 'refused') {
    pdf.paragraph('What is required of you is less by these months or their share, as the rules of your standard say.')
  }
  if (letter.appeal_days === null) return
  pdf.heading(2, 'If you do not agree')
  pdf.paragraph(
    `You may appeal once, within ${letter.appeal_days} days of the date of this letter, on the page of the waiver, ` +
      'before the cycle is closed. An administrator decides on your appeal: another one than before where there is one.',
  )
}

/** `1 March 2026 to 30 June 2026, 50 % waived of: At least 25 h of peer review`. */
function wordsOf({ from, to, percent, requirements }: Granted): string {
  const of = requirements.length > 0 ? ` of: ${requirements.join('; ')}` : ''
  const share = of || percent < 100 ? `, ${percent} % waived${of}` : ''
  return `${dayText(from)} to ${dayText(to)}${share}`
}

const kindWords = {
  leave: 'Leave',
  illness: 'Illness',
  part_time: 'Part-time work',
  exemption: 'Exemption',
  other: 'Other',
}

type Granted = { from: string; to: string; percent: number; requirements: string[] }
type Outcome = keyof typeof outcomeWords
export type Letter = {
  organisation: string
  person: string
  number: string | null
  cycle: string
  decided_on: string
  kind: keyof typeof kindWords
  asked: Granted
  granted: Granted
  outcome: Outcome
  first_outcome: Outcome | null
  decision: string
  /** Null where no appeal is left. */
  appeal_days: number | null
}
