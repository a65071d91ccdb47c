import { requestFrom } from '#messages/providers/request.ts'

/** A server for routes: OSRM or Valhalla, recognised by the paths of their addresses. */
export type RoutingServer = { kind: 'osrm' | 'valhalla'; url: string }

/**
 * @param url of OSRM `http://host:5000/route/v1/driving`, of Valhalla `http://host:8002/route`, with what else a query has
 * @returns null where it is neither
 */
export function routingServer(url: string): RoutingServer | null {
  const { pathname } = new URL(url)
  if (/\/route\/v1\/[\w-]+\/?$/.test(pathname)) return { kind: 'osrm', url }
  return /\/route\/?$/.test(pathname) ? { kind: 'valhalla', url } : null
}

/** Asks a server for routes how long a drive takes, a few at a time, and not at all for a while after it has failed. */
export class Routing {
  readonly #server: RoutingServer
  #running = 0
  #failed_at = Number.NEGATIVE_INFINITY

  constructor(server: RoutingServer) {
    this.#server = server
  }

  /**
   * Seconds by road; null where there is no road, the server does not answer, or it is asked for too many already.
   *
   * @throws nothing: an estimate is by the straight line then
   */
  async seconds(vehicle: VehicleKind, from: LonLat, to: LonLat): Promise<number | null> {
    if (this.#running >= AT_ONCE || Date.now() - this.#failed_at < REST_MS) return null
    this.#running++
    try {
      const { kind } = this.#server
      const answer = await requestFrom(addressOf(this.#server, vehicle, from, to), {
        method: 'GET',
        headers: { accept: 'application/json' },
        body: '',
        allow_private: true,
        timeout_ms: TIMEOUT_MS,
      })
      // Both answer 400 where no road leads there.
      if (answer.status >= 500 || answer.status === 429) throw new Error(`status ${answer.status}`)
      const found = answer.status === 200 ? secondsOf[kind](JSON.parse(answer.text)) : null
      return typeof found === 'number' && found >= 0 && found < MOST_S ? found : null
    } catch {
      this.#failed_at = Date.now()
      return null
    } finally {
      this.#running--
    }
  }
}

function addressOf({ kind, url }: RoutingServer, vehicle: VehicleKind, from: LonLat, to: LonLat): string {
  const address = new URL(url)
  if (kind === 'osrm') {
    address.pathname = `${address.pathname.replace(/\/$/, '')}/${from.join(',')};${to.join(',')}`
    address.searchParams.set('overview', 'false')
  } else {
    const [a, b] = [from, to].map(([lon, lat]) => ({ lon, lat }))
    const costing = vehicle === 'truck' ? 'truck' : 'auto'
    const asked = { locations: [a, b], costing, directions_type: 'none' }
    address.searchParams.set('json', JSON.stringify(asked))
  }
  return address.href
}

/**
 * @source https://project-osrm.org/docs/v5.24.0/api/#route-service
 * @source https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/
 */
const secondsOf = {
  osrm: (answer: { routes?: { duration?: unknown }[] }) => answer?.routes?.[0]?.duration,
  valhalla: (answer: { trip?: { summary?: { time?: unknown } } }) => answer?.trip?.summary?.time,
}

const TIMEOUT_MS = 3000
const AT_ONCE = 8
const REST_MS = 30_000
/** Of drives that are estimated at all. */
const MOST_S = 7 * 86_400

/** OSRM has the vehicle in its address instead. */
export type VehicleKind = 'car' | 'truck'
type LonLat = readonly [lon: number, lat: number]
