import { addJobsFor, isOver } from './follow_up.ts'
import type { Job, NewJob } from './jobs.ts'
import type { People } from './people.ts'
import { type Address, addressesOf, organisationsWishes, personsWishes, type Wishes } from './wishes.ts'

/** Who is told of a job, and which jobs follow from it. An address that is on several lists is told once. */
export function planOf(job: Job, people: People, now: Date): Plan {
  const organisation = people.organisation(job.organisation_id)
  if (!organisation || isOver(job)) return nothing
  const all = [
    ...people
      .persons(job.organisation_id)
      .map((person) => personsWishes(job, person, people.otherwise(job.tracker_id, person.user_id)))
      .filter((wishes) => wishes !== null),
    organisationsWishes(organisation),
  ]
  const is_follow_up = job.occasion === 'reminder' || job.occasion === 'escalation'
  const concerned = is_follow_up ? all.filter(({ user_id }) => user_id === job.user_id) : all
  if (is_follow_up && job.snoozed_until && new Date(job.snoozed_until) > now && concerned.length > 0) {
    return { told: [], follow_ups: [{ ...asNew(job), after_s: 0, until: job.snoozed_until }] }
  }
  const seen = new Set<string>()
  const told = concerned.flatMap((wishes) =>
    addressesOf(wishes, job.occasion, job.alarm)
      .filter(({ channel, address }) => {
        const key = `${channel} ${address}`
        return !seen.has(key) && seen.add(key)
      })
      .map((address) => ({ job, wishes, ...address })),
  )
  return { told, follow_ups: concerned.flatMap((wishes) => addJobsFor(job, wishes)) }
}

export const asNew = ({ organisation_id, tracker_id, alert_id, occasion, user_id, step, happened_at }: Job) => ({
  organisation_id,
  tracker_id,
  alert_id,
  occasion,
  user_id,
  step,
  happened_at,
})

const nothing: Plan = { told: [], follow_ups: [] }

export type Told = Address & { job: Job; wishes: Wishes }
export type Plan = { told: Told[]; follow_ups: NewJob[] }
