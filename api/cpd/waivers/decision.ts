import type { Static } from 'typebox'
import type { WaiverOutcome } from '#db/tables/cpd/values.ts'
import { wrong } from '../../http/errors.ts'

/**
 * The days of a waiver after a decision. What was asked for is kept beside them where less is granted, so that a later
 * decision can still grant all of it.
 *
 * @throws {AppError} bad_request for a part that is not less than what was asked for, or not within it
 */
export function daysOf(waiver: Days & Request, { outcome, ...given }: Decision): Days & Request {
  const asked = { from: waiver.asked_from ?? waiver.from, to: waiver.asked_to ?? waiver.to }
  if (outcome !== 'part') return { ...asked, asked_from: null, asked_to: null }
  const { from, to } = given
  if (!from) throw wrong('from', 'please say from which day a part is granted.')
  if (!to) throw wrong('to', 'please say until which day a part is granted.')
  if (to < from) throw wrong('to', 'must not be before from.')
  if (from < asked.from || from > asked.to) throw wrong('from', `must be within ${asked.from} to ${asked.to}.`)
  if (to > asked.to) throw wrong('to', `must be within ${asked.from} to ${asked.to}.`)
  if (from === asked.from && to === asked.to) throw wrong('outcome', 'these are all days: please grant it whole.')
  return { from, to, asked_from: asked.from, asked_to: asked.to }
}

type Days = { from: string; to: string }
type Request = { asked_from: string | null; asked_to: string | null }
type Decision = Partial<Days> & { outcome: Static<typeof WaiverOutcome> }
