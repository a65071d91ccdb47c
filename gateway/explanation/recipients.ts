import type { Kysely } from 'kysely'
import type { ExplainedOccasion, ExplainedRecipient } from '#db/alerts/explanation.ts'
import type { QuotaDefaults } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import { watchedKinds } from '#db/tables/tracking/alert_watch.ts'
import { quietUntil } from '#messages/quiet.ts'
import { describe, type Job, type Raw } from '../alerts/jobs.ts'
import { preferencesOfGroup, preferencesOfOrganisation } from '../alerts/lists.ts'
import { type People, readPeople } from '../alerts/people.ts'
import { channelsFor, concernOf, type NotificationPreferences, preferencesOfPerson } from '../alerts/preferences.ts'

/**
 * Who is notified of an occasion of a tracker by the settings of now, and who is not for which reason: the members who
 * could be, and the lists. None for what only those are notified of who have asked.
 *
 * @param at when it happened; milliseconds since 1970
 */
export async function explainRecipients(
  db: Kysely<Database>,
  quotas: QuotaDefaults,
  occasion: ExplainedOccasion,
  at: number,
): Promise<ExplainedRecipient[]> {
  if (watchedKinds.some((kind) => kind === occasion.occasion)) return []
  const happened_at = new Date(at).toISOString()
  const raw: Raw = { ...occasion, id: 0, user_id: null, list_group_id: null, step: 0, happened_at }
  const [job] = await describe(db, [raw])
  if (!job) return []
  const people = await readPeople(db, [job], quotas)
  const organisation = people.organisation(job.organisation_id)
  if (!organisation) return []
  const lists = people.lists(job).map((list) => preferencesOfGroup(organisation, list))
  const persons = people.persons(job.organisation_id).map((person) => ofPerson(job, person, people, at))
  return [...persons, ...[...lists, preferencesOfOrganisation(organisation)].map((list) => ofList(job, list, at))]
}

function ofPerson(job: Job, person: ReturnType<People['persons']>[number], people: People, at: number) {
  const override = people.override(job.tracker_id, person.user_id)
  const concern = concernOf(job, person, override)
  const preferences = preferencesOfPerson(job, person, override)
  if (preferences) return explained(job, preferences, concern, at)
  return { user_id: person.user_id, list_group_id: null, notified: false, because: concern, channels: [], quiet: null }
}

const ofList = (job: Job, preferences: NotificationPreferences, at: number) => explained(job, preferences, 'list', at)

function explained(
  { occasion, alarm }: Job,
  preferences: NotificationPreferences,
  because: ExplainedRecipient['because'],
  at: number,
): ExplainedRecipient {
  const { user_id, list_group_id, addresses, quiet } = preferences
  const selected = occasion === 'escalation' ? [] : channelsFor(preferences, occasion, alarm)
  const channels = [
    ...new Set(
      addresses.flatMap(({ channel }) =>
        channel === 'webhook' || selected?.some((one) => one === channel) ? [channel] : [],
      ),
    ),
  ]
  const of = { user_id, list_group_id, channels, quiet: quietUntil(quiet, new Date(at))?.toISOString() ?? null }
  if (channels.length > 0) return { ...of, notified: true, because }
  const is_muted = occasion === 'alarm' && preferences.alert_alarms && preferences.muted_alarms.includes(alarm ?? '')
  const reason = is_muted ? 'muted' : !selected ? 'switched_off' : selected.length > 0 ? 'no_address' : 'no_channel'
  return { ...of, notified: false, because: reason }
}
