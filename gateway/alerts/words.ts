import { isRaised, type RaisedKind } from '#db/tables/people/alert_preferences.ts'
import type { Occasion } from '#db/tables/tracking/alert_job.ts'
import { linksTo } from '#messages/links.ts'
import { languageOf } from '#messages/templates/built_in.ts'
import type { Values } from '#messages/templates/render.ts'
import {
  distanceFor,
  durationFor,
  placeFor,
  positionFor,
  type Reader,
  speedFor,
  timeFor,
} from '#messages/templates/words.ts'
import { alarms } from '../protocols/shared/vocabulary.ts'
import type { Job } from './jobs.ts'
import type { Place } from './places.ts'

/** The values of the templates' placeholders for a job, in the reader's locale and units. */
export function valuesOf(
  job: Job,
  place: Place | undefined,
  reader: Reader,
  { organisation, public_url, now }: Of,
): Values {
  const started = job.started_at ?? job.happened_at
  const is_over = job.occasion === 'returned' || job.occasion === 'exited_boundary'
  const until = is_over ? job.ended_at! : now.toISOString()
  const is_raised = isRaised(job.kind ?? job.occasion)
  const no_boundary = job.alarm !== null || is_raised ? null : languageOf(reader.locale).active_boundary
  const boundary = job.boundary ?? no_boundary
  const is_inside = job.kind === 'entered_boundary'
  return {
    tracker: job.tracker_name,
    number: job.number,
    organisation,
    // An escalation is of either kind; its built-in text has a line for each.
    boundary: is_inside && job.occasion === 'escalation' ? null : boundary,
    entered: is_inside ? boundary : null,
    // Of rule `any` the tracker may be back in another one.
    own_boundary: job.rule === 'alone' ? boundary : null,
    // Its built-in text says of every kind what it is.
    alarm: job.occasion === 'escalation' && is_raised ? raisedLine(job, reader) : job.alarm && alarmFor(job.alarm),
    maintenance: job.maintenance,
    sensor: job.sensor,
    driver: job.driver,
    other: job.other_tracker,
    distance: distanceFor(job.distance_m, reader),
    time: timeFor(job.happened_at, reader),
    arrival: job.arrives_at && timeFor(job.arrives_at, reader),
    started: timeFor(started, reader),
    ended: job.ended_at && !is_over ? timeFor(job.ended_at, reader) : null,
    duration: durationFor((Date.parse(until) - Date.parse(started)) / 1000),
    position: positionFor(place?.position ?? null),
    place: placeFor(place?.position ?? null, reader),
    speed: speedFor(job.top_speed ?? place?.speed ?? null, reader),
    limit: job.speed_limit === null ? null : speedFor(job.speed_limit, reader),
    link: linkOf(job, public_url, now),
  }
}

/** The template of a job: of some occasions there is one for trackers that are inside, or were never. */
export function templateOf(job: Job): Occasion | 'reminder_inside' | 'outside_boundary' | 'late_to_come' {
  const { occasion, kind, never_inside } = job
  if (occasion === 'reminder' && kind === 'entered_boundary') return 'reminder_inside'
  if (occasion === 'late' && isForeseen(job)) return 'late_to_come'
  return occasion === 'left_boundary' && never_inside ? 'outside_boundary' : occasion
}

/** Whether it was not yet over when it was notified: another person may have asked for another time. */
const isForeseen = ({ arrives_at, expected_at, happened_at }: Job) =>
  arrives_at !== null && expected_at !== null && Date.parse(expected_at) === Date.parse(happened_at)

/** Its tracker is on the map only while the drill runs. */
const linkOf = ({ drill_id, tracker_id, happened_at }: Job, public_url: string, now: Date) =>
  drill_id === null
    ? linksTo(public_url).map(tracker_id, Date.parse(happened_at) > now.getTime() ? now.toISOString() : happened_at)
    : linksTo(public_url).fireDrill(drill_id, 'message')

/** Says first of all that it is a drill, also where the organisation has texts of its own. */
export function sayDrill<T extends { subject: string; text: string }>(
  { drill_id }: Pick<Job, 'drill_id'>,
  { locale }: Pick<Reader, 'locale'>,
  words: T,
): T {
  if (drill_id === null) return words
  const { drill } = languageOf(locale)
  return { ...words, subject: `${drill}: ${words.subject}`.slice(0, 500), text: `${drill}: ${words.text}` }
}

/** One line of a digest. */
export const lineOf = (job: Job, reader: Reader): string => {
  const text = `${timeFor(job.happened_at, reader)}: ${sentenceOf(job, templateOf(job), reader)}`
  return sayDrill(job, reader, { subject: '', text }).text
}

/** What the alert of an escalation says, as `Truck 7 has left where it was parked`. */
const raisedLine = (job: Job, reader: Reader): string => sentenceOf(job, job.kind as RaisedKind, reader)

function sentenceOf(job: Job, template: ReturnType<typeof templateOf>, reader: Reader): string {
  const { lines, active_boundary } = languageOf(reader.locale)
  const of =
    job.occasion === 'alarm'
      ? alarmFor(job.alarm ?? 'general')
      : (job.maintenance ?? job.sensor ?? job.driver ?? job.other_tracker ?? job.boundary ?? active_boundary)
  return lines[template](job.tracker_name, of, distanceFor(job.distance_m, reader) ?? '')
}

const sentences: Record<string, string> = alarms
const alarmFor = (name: string) => sentences[name] ?? name.replaceAll('_', ' ')

type Of = { organisation: string; public_url: string; now: Date }
