import type { Static } from 'typebox'
import type { WaiverOutcome } from '#db/tables/cpd/values.ts'
import { wrong } from '../../http/errors.ts'

/**
 * What a waiver grants after a decision. What was asked for is kept beside it where less is granted, so that a later
 * decision can still grant all of it.
 *
 * @throws {AppError} bad_request for a part that is not less than what was asked for, or not within it
 */
export function grantedBy(waiver: Granted & Request, { outcome, ...given }: Decision): Granted & Request {
  const { from, to, percent, requirements } = waiver
  // Those of before a part was granted; dates of decisions by earlier releases have no share beside them.
  const asked = {
    from: waiver.asked_from ?? from,
    to: waiver.asked_to ?? to,
    percent: waiver.asked_percent ?? percent,
    requirements: waiver.asked_requirements ?? requirements,
  }
  if (outcome !== 'part') return { ...asked, ...nothingLess }
  const part = partOf(asked, given)
  const { from: asked_from, to: asked_to, percent: asked_percent, requirements: asked_requirements } = asked
  return { ...part, asked_from, asked_to, asked_percent, asked_requirements }
}

function partOf(asked: Granted, given: Partial<Granted>): Granted {
  const part = { ...asked, ...given }
  const within = `must be within ${asked.from} to ${asked.to}.`
  if (part.to < part.from) throw wrong('to', 'must not be before from.')
  if (part.from < asked.from || part.from > asked.to) throw wrong('from', within)
  if (part.to > asked.to) throw wrong('to', within)
  if (part.percent > asked.percent) throw wrong('percent', `must be at most the ${asked.percent} that are asked for.`)
  const beyond = part.requirements.find((code) => !isAbout(asked, code))
  if (beyond !== undefined) throw wrong('requirements', `${beyond} is not asked for.`)
  if (asked.requirements.length > 0 && part.requirements.length === 0) {
    throw wrong('requirements', 'please name those that are granted: none would be all.')
  }
  if (isWhole(asked, part)) throw wrong('outcome', 'this is all that is asked for: please grant it whole.')
  return part
}

const isAbout = ({ requirements }: Granted, code: string) => requirements.length === 0 || requirements.includes(code)

const isWhole = (asked: Granted, part: Granted) =>
  part.from === asked.from &&
  part.to === asked.to &&
  part.percent === asked.percent &&
  part.requirements.length === asked.requirements.length

const nothingLess = { asked_from: null, asked_to: null, asked_percent: null, asked_requirements: null }

export type Granted = { from: string; to: string; percent: number; requirements: string[] }
type Request = {
  asked_from: string | null
  asked_to: string | null
  asked_percent: number | null
  asked_requirements: string[] | null
}
type Decision = Partial<Granted> & { outcome: Static<typeof WaiverOutcome> }
