import { isCallForHelp } from '#db/alerts/calls.ts'
import type { RaisedKind } from '#db/tables/people/alert_preferences.ts'
import type { Occasion } from '#db/tables/tracking/alert_job.ts'
import type { Job, NewJob } from './jobs.ts'
import { addressesOf, type NotificationPreferences } from './preferences.ts'

/**
 * Whether a reminder or escalation is obsolete: the alert was acknowledged, or has ended. A call for help is escalated
 * although the next report is without it.
 */
export function isOver({ occasion, alarm, ended_at, acknowledged_at }: Job): boolean {
  if (occasion !== 'reminder' && occasion !== 'escalation') return false
  return acknowledged_at !== null || (ended_at !== null && !isCallForHelp(alarm))
}

/** Kinds besides boundaries and alarms that must be seen to: each lasts, and may be theft or spoil a load. */
const escalated = ['guard', 'towed', 'unplugged', 'jamming', 'sensor', 'proximity'] as const satisfies RaisedKind[]
const isEscalated = (occasion: Occasion): occasion is (typeof escalated)[number] =>
  escalated.some((kind) => kind === occasion)

/** The follow-up jobs: reminders while a boundary is broken, and the escalation to the second list. */
export function addJobsFor(job: Job, preferences: NotificationPreferences): NewJob[] {
  const { organisation_id, tracker_id, alert_id, occasion } = job
  const { user_id, list_group_id, remind_every_s, escalate_after_s } = preferences
  const happened_at = job.started_at ?? job.happened_at
  const next = { organisation_id, tracker_id, alert_id, user_id, list_group_id, happened_at }
  const jobs: NewJob[] = []
  const is_breach = occasion === 'left_boundary' || occasion === 'entered_boundary'
  const has_readers = addressesOf(preferences, 'reminder', null).length > 0
  if (remind_every_s > 0 && has_readers && (is_breach || occasion === 'reminder')) {
    jobs.push({ ...next, occasion: 'reminder', step: job.step + 1, after_s: remind_every_s })
  }
  const has_list = preferences.escalate_email_recipients !== '' || preferences.escalate_phone_recipients !== ''
  // Not of a kind that the first list has switched off.
  const is_wanted = isEscalated(occasion) && addressesOf(preferences, occasion, null).length > 0
  if (escalate_after_s > 0 && has_list && (is_breach || occasion === 'alarm' || is_wanted)) {
    jobs.push({ ...next, occasion: 'escalation', step: 0, after_s: escalate_after_s })
  }
  return jobs
}
