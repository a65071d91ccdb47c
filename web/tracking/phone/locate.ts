/** Timeout of a position request: browsers sometimes never answer. */
const answerWithin_ms = 12_000

/**
 * Watches the position. Compared with single requests the first fix comes sooner, and later ones are better.
 *
 * @returns stops watching
 */
export function watchPosition(on: { fix: (fix: Fix) => void; trouble: (trouble: Trouble) => void }): () => void {
  const missing = missingHere()
  if (missing) {
    on.trouble(missing)
    return () => {}
  }
  const id = navigator.geolocation.watchPosition(
    // Skips known positions: browsers also report positions of single requests to a watch.
    ({ coords, timestamp }) => timestamp > last_timestamp && on.fix(fixOf(coords, timestamp)),
    ({ code }) => on.trouble(troubleOf(code)),
    { enableHighAccuracy: true, timeout: answerWithin_ms, maximumAge: 0 },
  )
  return () => navigator.geolocation.clearWatch(id)
}

/**
 * Requests one position: a watch reports nothing while the device is still.
 *
 * @param precise false: network location is enough, which answers without satellites
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
  // Some browsers give a new fix the time of the last movement.
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

/** Maps the codes of GeolocationPositionError. */
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
