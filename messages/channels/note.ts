import { linksTo } from '../links.ts'
import { languageOf } from '../templates/built_in.ts'
import { distanceFor } from '../templates/words.ts'
import type { Note } from './requests.ts'

/** An event as webhooks send it, in words of the organisation's language. */
export function noteOf({ body, id, locale, timezone, public_url }: Event): Note {
  const { type, timestamp, data } = JSON.parse(body) as Body
  const { lines, channel, drill } = languageOf(locale)
  const tracker = nameOf(data.tracker)
  const links = linksTo(public_url)
  const boundary = data.alert?.boundary?.name ?? data.boundary?.name ?? ''
  const sentence = () => {
    switch (type) {
      case 'alert.raised':
      case 'alert.ended': {
        const { kind = '', distance_m = null } = data.alert ?? {}
        const apart = distanceFor(distance_m, { units: 'metric' }) ?? ''
        const line = lines[kind as keyof typeof lines]?.(tracker, ofAlert(data), apart) ?? `${tracker}: ${kind}`
        return type === 'alert.ended' ? channel.over(line) : line
      }
      case 'trip.ended':
        return channel.trip(tracker, (data.trip?.distance_m ?? 0) / 1000)
      case 'visit.began':
        return lines.arrived(tracker, boundary)
      case 'visit.ended':
        return lines.departed(tracker, boundary)
      case 'command.answered':
        return channel.answered(tracker, data.command?.answer ?? '')
      case 'command.failed':
        return channel.failed(tracker, data.command?.reason ?? '')
      default:
        return channel.test
    }
  }
  const title = sentence()
  return {
    type,
    tracker,
    id,
    title: data.drill ? `${drill}: ${title}` : title.charAt(0).toUpperCase() + title.slice(1),
    text: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone }).format(
      new Date(timestamp),
    ),
    link: data.tracker ? links.map(data.tracker.id, timestamp) : links.wholeMap(),
    urgent: type === 'alert.raised',
  }
}

/** What the line of an alert is about besides its tracker. */
function ofAlert({ alert, boundary, other }: Body['data']): string {
  const { alarm, maintenance, sensor, driver } = alert ?? {}
  return alarm ?? maintenance ?? sensor ?? driver ?? (nameOf(other) || (alert?.boundary?.name ?? boundary?.name ?? ''))
}

const nameOf = (tracker: TrackerName | undefined) => tracker?.name || tracker?.number || ''

export type Event = { body: string; id: string; locale: string; timezone: string; public_url: string }
type TrackerName = { number: string; name: string | null }
type BoundaryName = { name?: string | null }
type Body = {
  type: string
  timestamp: string
  data: {
    /** Of a fire drill. */
    drill?: true
    tracker?: TrackerName & { id: number }
    /** Of an alert of two trackers. */
    other?: TrackerName
    alert?: {
      kind?: string
      alarm?: string | null
      maintenance?: string
      sensor?: string
      driver?: string
      distance_m?: number
      boundary?: BoundaryName | null
    }
    boundary?: BoundaryName
    trip?: { distance_m?: number | null }
    command?: { answer?: string | null; reason?: string | null }
  }
}
