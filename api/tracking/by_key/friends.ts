import type { FastifyInstance } from 'fastify'
import type { LiveReport } from '#db/live/feed.ts'
import type { ApiContext } from '../../context.ts'
import { AppError } from '../../http/errors.ts'
import { callerOfKey } from './caller.ts'
import { readLast } from './last.ts'
import { Rest } from './rest.ts'

/** Of one answer to a phone: the app keeps each on its map. */
const MOST_FRIENDS = 100

/** Where the trackers are that a key reads, those with the latest positions: what an app shows beside its own. */
export const makeFriends =
  (app: FastifyInstance, context: Pick<ApiContext, 'db' | 'readLastReports'>) =>
  async (key: string, ip: string): Promise<Friend[] | { refused: string }> => {
    try {
      const caller = await callerOfKey({ app, context }, { ip }, { key })
      // Of a key without the scope Read the list is refused, which says so.
      const rest = new Rest(app, { ip, headers: { 'user-agent': 'owntracks' } }, caller)
      const reports = [...(await readLast({ app, context, caller })).values()]
        .filter(({ position }) => position !== null)
        .sort((a, b) => Date.parse(b.fix_at) - Date.parse(a.fix_at))
        .slice(0, MOST_FRIENDS)
      const ids = reports.map(({ tracker_id }) => tracker_id)
      const { rows } = await rest.page<Row>('trackers', {
        active: true,
        limit: MOST_FRIENDS,
        ...(ids.length > 0 && { ids }),
      })
      const names = new Map(rows.map(({ id, name, number }) => [id, name || number]))
      return reports.filter(({ tracker_id }) => names.has(tracker_id)).map((report) => friendOf(report, names))
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return { refused: error.message }
      throw error
    }
  }

function friendOf(report: LiveReport, names: Map<number, string>): Friend {
  const { tracker_id, fix_at, altitude, heading, speed, accuracy, attributes } = report
  const [lon, lat] = report.position!.coordinates as [number, number]
  const battery = typeof attributes?.battery === 'number' ? attributes.battery : null
  return { tracker_id, name: names.get(tracker_id)!, fix_at, lon, lat, altitude, heading, speed, accuracy, battery }
}

type Row = { id: number; name: string | null; number: string }
type Friend = Pick<LiveReport, 'tracker_id' | 'fix_at' | 'altitude' | 'heading' | 'speed' | 'accuracy'> & {
  name: string
  lon: number
  lat: number
  battery: number | null
}
