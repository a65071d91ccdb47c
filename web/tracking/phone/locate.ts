/** Beyond which it is asked for anew: browsers leave a question unanswered now and then. */
const answerWithin_ms = 12_000

/**
 * Hears of each position that the browser finds, the first one sooner and then better ones than by asking.
 *
 * @returns ends that
 */
export function watchPosition(on: { fix: (fix: Fix) => void; trouble: (trouble: Trouble) => void }): () => void {
  const missing = missingHere()
  if (missing) {
    on.trouble(missing)
    return () => {}
  }
  const id = navigator.geolocation.watchPosition(
    // What was heard before is no news: browsers tell a watch what they tell who asks.
    ({ coords, timestamp }) => timestamp > last_timestamp && on.fix(fixOf(coords, timestamp)),
    ({ code }) => on.trouble(troubleOf(code)),
    { enableHighAccuracy: true, timeout: answerWithin_ms, maximumAge: 0 },
  )
  return () => navigator.geolocation.clearWatch(id)
}

/**
 * Asks once: a watch tells nothing while nothing moves.
 *
 * @param precise false: by networks around is enough, which answers where there are no satellites
 * @throws {Trouble}
 */
export function askPosition({ precise }: { precise: boolean }): Promise<Fix> {
  return new Promise((resolve, reject) => {
    const missing = missingHere()
    if (missing) return reject(missing)
    navigator.geolocation.getCurrentPosition(
      ({ coords, timestamp }) => resolve(fixOf(coords, timestamp)),
      ({ code }) => reject(troubleOf(code)),
      { enableHighAccuracy: precise, timeout: answerWithin_ms, maximumAge: 0 },
    )
  })
}

function missingHere(): Trouble | null {
  if (!isSecureContext) return 'insecure'
  return navigator.geolocation ? null : 'unsupported'
}

let last_timestamp = 0

function fixOf(coords: GeolocationCoordinates, timestamp: number): Fix {
  const { latitude: lat, longitude: lon, accuracy, altitude, speed, heading } = coords
  // Some browsers give the time of the last movement, though they have looked only now.
  const at = timestamp > last_timestamp ? Math.min(timestamp, Date.now()) : Date.now()
  last_timestamp = timestamp
  return {
    lat,
    lon,
    accuracy,
    altitude,
    speed: speed !== null && speed >= 0 ? speed : null,
    heading: heading !== null && Number.isFinite(heading) ? heading : null,
    at: Math.round(at),
  }
}

/** By the codes of GeolocationPositionError. */
const troubleOf = (code: number): Trouble => (code === 1 ? 'denied' : code === 3 ? 'timeout' : 'unavailable')

export type Trouble = 'insecure' | 'unsupported' | 'denied' | 'unavailable' | 'timeout'

/** Metres, metres per second, degrees from north; `at` in milliseconds since 1970. */
export type Fix = {
  lat: number
  lon: number
  accuracy: number
  altitude: number | null
  speed: number | null
  heading: number | null
  at: number
}
