import { phoneNumber } from '#messages/phones.ts'
import type { NewMessage } from '#messages/queue/write.ts'
import type { Templates } from '#messages/templates/find.ts'
import { type Job, keyOf } from './jobs.ts'
import type { People } from './people.ts'
import type { Place } from './places.ts'
import type { Addressee } from './plan.ts'
import { isUrgent } from './recipients.ts'
import { sayDrill, templateOf, valuesOf } from './words.ts'

/** The messages of a job: one per list and channel, since their readers differ. */
export function messagesFor(addressees: Addressee[], facts: Facts): NewMessage[] {
  const lists = Map.groupBy(
    addressees,
    ({ job, preferences, channel }) => `${job.id} ${preferences.user_id} ${preferences.list_group_id} ${channel}`,
  )
  return [...lists.values()].map((list) => messageFor(list, facts))
}

function messageFor(list: Addressee[], { people, places, templates, public_url, now }: Facts): NewMessage {
  const { job, preferences, channel } = list[0]!
  const { organisation_id, tracker_id, alert_id } = job
  const place = places.get(job)
  const organisation = people.organisation(organisation_id)!.name
  const own_number = numberOf(people, organisation_id, preferences.user_id)
  const values = valuesOf(job, place, preferences.reader, { organisation, public_url, now })
  const words = sayDrill(
    job,
    preferences.reader,
    templates.write(
      templateOf(job),
      channel === 'sms' ? 'sms' : 'email',
      { organisation_id, locale: preferences.reader.locale },
      values,
    ),
  )
  return {
    organisation_id,
    kind: 'alert',
    sender_user_id: null,
    recipients: list.map(({ channel, address }) => shownAs(channel, address, own_number)).join(', '),
    subject: channel === 'sms' ? '' : words.subject,
    text: channel === 'webhook' ? jsonOf(job, place, words.subject) : words.text,
    tracker_id,
    alert_id,
    deliveries: list.map(({ address }) => ({
      channel,
      address,
      user_id: preferences.user_id,
      occasion: keyOf(job),
      urgent: isUrgent(job),
    })),
  }
}

export function numberOf(people: People, organisation_id: number, user_id: number | null): string | null {
  const person = people.persons(organisation_id).find((one) => one.user_id === user_id)
  return phoneNumber(person?.phone_mobile ?? null)
}

/** The address as shown to the organisation. A person's own phone number is masked. */
export function shownAs(channel: string, address: string, own_number: string | null): string {
  if (channel === 'push') return 'browser'
  return channel === 'sms' && address === own_number ? `…${address.slice(-2)}` : address
}

/** The body of a webhook call. */
function jsonOf(job: Job, place: Place | undefined, summary: string): string {
  const {
    occasion,
    organisation_id,
    tracker_id,
    number,
    tracker_name,
    alert_id,
    alarm,
    maintenance,
    sensor,
    driver,
    other_tracker,
    distance_m,
    rule,
    boundary,
    expected_at,
    arrives_at,
  } = job
  const { happened_at, started_at, ended_at } = job
  const position = place?.position && { type: 'Point', coordinates: [place.position.lon, place.position.lat] }
  return JSON.stringify({
    occasion,
    ...(job.drill_id !== null && { drill: true }),
    summary,
    organisation_id,
    tracker: { id: tracker_id, number, name: tracker_name },
    alert_id,
    alarm,
    maintenance,
    sensor,
    driver,
    other_tracker,
    distance_m,
    rule,
    boundary,
    expected_at,
    arrives_at,
    happened_at,
    started_at,
    ended_at,
    position: position ?? null,
    speed: place?.speed ?? null,
  })
}

export type Facts = { people: People; places: Map<Job, Place>; templates: Templates; public_url: string; now: Date }
