import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LiveReport } from '#db/live/feed.ts'
import type { ApiContext } from '../../context.ts'
import { wrong } from '../../http/errors.ts'
import type { Caller } from '../by_key/caller.ts'
import { readLast } from '../by_key/last.ts'
import type { Rest } from '../by_key/rest.ts'
import { readEvents } from './events.ts'
import { boundariesIn, deviceOf, positionOf, readTrackers, readVisits } from './fleet.ts'
import { readGeofences } from './geofences.ts'
import { idsOf, spanOf, textsOf } from './parameters.ts'
import { readRoute, readStops, readSummary, readTrips } from './reports.ts'

/** Positions that may be asked for by their ids at once. */
const MOST_POSITIONS = 50

/** What can be read, by its address below `/api/`. */
export const reads: Record<string, (request: Request) => Promise<unknown>> = {
  async devices({ rest, query, ...by }) {
    const filter = { ids: idsOf(query, 'id'), numbers: textsOf(query, 'uniqueId'), group_ids: idsOf(query, 'groupId') }
    const trackers = await readTrackers(rest, filter)
    const [visits, last] = [await readVisits(rest), await readLast(by)]
    return trackers.map((tracker) => deviceOf(tracker, boundariesIn(visits, tracker.id), last.get(tracker.id)))
  },

  async positions({ rest, query, ...by }) {
    const ids = idsOf(query, 'id')
    if (ids.length > 0) return readPositions(rest, ids)
    const trackers = await readTrackers(rest, { ids: idsOf(query, 'deviceId') })
    if (textsOf(query, 'from').length + textsOf(query, 'to').length > 0) {
      if (idsOf(query, 'deviceId').length !== 1)
        throw wrong('deviceId', 'must be given once for positions of the past.')
      return readRoute(rest, trackers, spanOf(query))
    }
    const [visits, last] = [await readVisits(rest), await readLast(by)]
    return trackers.flatMap(({ id }) => {
      const report = last.get(id)
      return (report && positionOf(report, boundariesIn(visits, id))) ?? []
    })
  },

  geofences: ({ rest, query }) => readGeofences(rest, idsOf(query, 'deviceId')),

  async groups({ rest }) {
    const groups = await rest.listOpen<GroupRow>('trackergroups', { sort: 'id' })
    return groups.map(({ id, name, parent_id }) => ({ id, attributes: {}, groupId: parent_id ?? 0, name }))
  },

  async drivers({ rest }) {
    const drivers = await rest.listOpen<DriverRow>('drivers', { sort: 'id' })
    return drivers.map(({ id, name, keys }) => ({ id, attributes: {}, name, uniqueId: keys[0] ?? String(id) }))
  },

  'reports/events': async ({ rest, query }) => {
    const span = spanOf(query)
    const tracker_ids = (await readAsked(rest, query)).map(({ id }) => id)
    return readEvents(rest, { span, tracker_ids, types: textsOf(query, 'type') })
  },
  'reports/route': report(readRoute),
  'reports/trips': report(readTrips),
  'reports/stops': report(readStops),
  'reports/summary': report(readSummary),
}

function report(read: typeof readTrips | typeof readStops | typeof readSummary | typeof readRoute) {
  return async ({ rest, query }: Request) => {
    const span = spanOf(query)
    return read(rest, await readAsked(rest, query), span)
  }
}

/** Reports are of the trackers that are named, by themselves or their group: none without any. */
async function readAsked(rest: Rest, query: unknown) {
  const filter = { ids: idsOf(query, 'deviceId'), group_ids: idsOf(query, 'groupId') }
  return filter.ids.length + filter.group_ids.length === 0 ? [] : readTrackers(rest, filter)
}

async function readPositions(rest: Rest, ids: number[]) {
  if (ids.length > MOST_POSITIONS) throw wrong('id', `may come ${MOST_POSITIONS} times at most.`)
  const positions = []
  for (const id of ids) {
    const event = await rest.one<LiveReport>('trackerevent', id)
    positions.push(...((event && [positionOf(event, null)]) ?? []))
  }
  return positions.filter((position) => position !== null)
}

type By = { app: FastifyInstance; context: ApiContext; caller: Caller }
type Request = By & { rest: Rest; query: FastifyRequest['query'] }
type GroupRow = { id: number; name: string; parent_id: number | null }
type DriverRow = { id: number; name: string; keys: string[] }
