import { watchedKinds } from '#db/tables/tracking/alert_watch.ts'
import { addJobsFor, isOver } from './follow_up.ts'
import type { Job, NewJob } from './jobs.ts'
import { preferencesOfGroup, preferencesOfOrganisation } from './lists.ts'
import type { People } from './people.ts'
import {
  type Address,
  addressesOf,
  type NotificationPreferences,
  preferencesOfPerson,
  preferencesOfWatcher,
} from './preferences.ts'

/** The recipients of a job and its follow-up jobs. An address on several lists gets one message. */
export function planOf(job: Job, people: People, now: Date): Plan {
  const organisation = people.organisation(job.organisation_id)
  if (!organisation || isOver(job)) return nothing
  if (isWatched(job.occasion)) return planOfWatch(job, people)
  const all = [
    ...people
      .persons(job.organisation_id)
      .map((person) => preferencesOfPerson(job, person, people.override(job.tracker_id, person.user_id)))
      .filter((preferences) => preferences !== null),
    ...people.lists(job).map((list) => preferencesOfGroup(organisation, list)),
    preferencesOfOrganisation(organisation),
  ]
  const is_follow_up = job.occasion === 'reminder' || job.occasion === 'escalation'
  const concerned = is_follow_up ? all.filter(isOf(job)) : all
  if (is_follow_up && job.snoozed_until && new Date(job.snoozed_until) > now && concerned.length > 0) {
    return { addressees: [], follow_ups: [{ ...asNew(job), after_s: 0, until: job.snoozed_until }] }
  }
  const included = new Set<string>()
  const addressees = concerned.flatMap((preferences) =>
    addressesOf(preferences, job.occasion, job.alarm)
      .filter(({ channel, address }) => {
        const key = `${channel} ${address}`
        return !included.has(key) && included.add(key)
      })
      .map((address) => ({ job, preferences: preferences, ...address })),
  )
  const is_followed = job.drill_id === null || job.drill_escalates
  return { addressees, follow_ups: is_followed ? concerned.flatMap((one) => addJobsFor(job, one)) : [] }
}

const isWatched = (occasion: string) => watchedKinds.some((kind) => kind === occasion)

const isOf =
  (job: Job) =>
  ({ user_id, list_group_id }: NotificationPreferences) =>
    user_id === job.user_id && list_group_id === job.list_group_id

/** Only the person who has asked, if they still see the tracker. */
function planOfWatch(job: Job, people: People): Plan {
  const person = people.persons(job.organisation_id).find(({ user_id }) => user_id === job.user_id)
  const preferences = person && preferencesOfWatcher(job, person)
  if (!preferences) return nothing
  const addresses = addressesOf(preferences, job.occasion, null)
  return { addressees: addresses.map((address) => ({ job, preferences, ...address })), follow_ups: [] }
}

export const asNew = ({ organisation_id, tracker_id, alert_id, occasion, ...of }: Job) => ({
  organisation_id,
  tracker_id,
  alert_id,
  occasion,
  user_id: of.user_id,
  list_group_id: of.list_group_id,
  step: of.step,
  happened_at: of.happened_at,
})

const nothing: Plan = { addressees: [], follow_ups: [] }

export type Addressee = Address & { job: Job; preferences: NotificationPreferences }
export type Plan = { addressees: Addressee[]; follow_ups: NewJob[] }
