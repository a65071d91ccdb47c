import type { DateKind } from './dates.ts'

/** Subject and text of one message about all that comes up for a person. */
export function textOf(dues: Due[]): { subject: string; text: string } {
  const parts = dues.map(partOf)
  if (parts.length === 1) return parts[0]!
  const lines = parts.map(({ subject, text }) => `${subject}\n${text}`)
  return { subject: `${parts[0]!.subject}, and ${moreOf(parts.length - 1)}`, text: lines.join('\n\n') }
}

const moreOf = (count: number) => (count === 1 ? 'one more' : `${count} more`)

function partOf({ kind, name, day, days_left }: Due): { subject: string; text: string } {
  const when = days_left === 0 ? 'today' : days_left === 1 ? 'tomorrow' : `in ${days_left} days`
  switch (kind) {
    case 'qualification':
      return {
        subject: `${name} expires ${when}`,
        text: `Your qualification ${name} expires ${when}, on ${day}. Please record its renewal once you have it.`,
      }
    case 'cycle':
      return {
        subject: `${name} ends ${when}`,
        text: `The cycle ${name} ends ${when}, on ${day}. Your dashboard shows what is still missing.`,
      }
    case 'year':
      return {
        subject: `A year of ${name} ends ${when}`,
        text: `A year of ${name} ends ${when}, on ${day}. What is asked of each year is missed after it.`,
      }
    case 'submit':
      return {
        subject: `${name} is to be submitted ${when}`,
        text: `The last day for submitting ${name} is ${when}, on ${day}.`,
      }
    case 'audit':
      return {
        subject: `Your records of ${name} are to be submitted ${when}`,
        text: `Your records of ${name} are audited. Please submit them by ${day}.`,
      }
    case 'assessment':
      return {
        subject: days_left < 0 ? `A rotation is over: ${name}` : `A rotation ends ${when}: ${name}`,
        text: `The rotation ${days_left < 0 ? 'ended' : 'ends'} on ${day}. Please write its assessment, on the page of the rotation.`,
      }
    case 'plan':
      return {
        subject: `Your plan for ${name} is not submitted yet`,
        text: `Please complete your plan for ${name} and submit it to your supervisor. The cycle ends on ${day}.`,
      }
  }
}

export type Due = {
  kind: Exclude<DateKind, 'appeal' | 'waiver_appeal'> | 'plan' | 'assessment'
  name: string
  day: string
  days_left: number
}
