import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { ApiContext } from '../../../context.ts'
import { AppError } from '../../../http/errors.ts'
import { rates } from '../../../http/limits/rates.ts'
import { keyIn } from '../../by_key/caller.ts'
import { readShare } from '../share_position.ts'
import { encodeFeed, type Vehicle } from './feed.ts'

/**
 * Adds the vehicles of a share link as a GTFS-Realtime feed, for journey planners and displays: what the page of the link
 * shows, and ends with it. A password of the link is that of HTTP Basic, with any name.
 */
export async function addVehicleFeed(app: FastifyInstance, context: ApiContext): Promise<void> {
  await app.register(async (instance) => {
    await instance.register(rateLimit, rates(context.config.http_rate))
    instance.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof AppError)) throw error
      const status = statusOf(error.code) ?? error.status
      if (status === 401) reply.header('www-authenticate', 'Basic realm="Ringfence", charset="UTF-8"')
      return reply.code(status).type('text/plain').send(error.message)
    })
    const schema = { hide: true, params: { type: 'object', properties: { token: { type: 'string', maxLength: 100 } } } }
    instance.get<{ Params: { token: string } }>('/gtfs-rt/:token', { schema }, async (request, reply) => {
      const { authorization } = request.headers
      const password = authorization === undefined ? undefined : keyIn(authorization).key
      const shown = await readShare(context, { token: request.params.token, password, ip: request.ip })
      const now = Date.now()
      const vehicles = shown.trackers.flatMap((tracker) => vehicleOf(tracker, now))
      // Read again by its readers every few seconds, and never from a cache: what is taken back is gone.
      return reply
        .type('application/x-protobuf')
        .header('cache-control', 'no-store')
        .send(Buffer.from(encodeFeed(vehicles, Math.floor(now / 1000))))
    })
  })
}

/** None without a fix of the last hour: readers show all there is as running. */
function vehicleOf({ key, name, position, fix_at, speed, heading }: Shown, now: number): Vehicle[] {
  const at = fix_at === null ? Number.NaN : Date.parse(fix_at)
  if (position === null || !(now - at < MOST_AGE_MS)) return []
  const [lon, lat] = position.coordinates as [number, number]
  return [{ id: key, label: name, lat, lon, bearing: heading, speed, at: Math.floor(at / 1000) }]
}

/** Statuses that programs know which are not ours. */
const statusOf = (code: string): number | undefined => (Object.hasOwn(statuses, code) ? statuses[code] : undefined)
const statuses: Record<string, number> = {
  link_password_required: 401,
  link_password_wrong: 401,
  token_invalid: 404,
  token_expired: 410,
}

const MOST_AGE_MS = 3_600_000

type Shown = Awaited<ReturnType<typeof readShare>>['trackers'][number]
