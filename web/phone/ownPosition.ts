import { create } from 'zustand'

/** Where this browser is. */
export const useOwnPosition = create<Own>(() => ({ fix: null, trouble: null, shown: 0 }))

/** How often it is looked for while it is only shown. */
export const showEvery_ms = 15_000
/** Beyond which it is asked for anew: browsers leave a question unanswered now and then. */
const answerWithin_ms = 12_000
const askAgain_ms = 1000

const needs = new Set<Need>()
let timer: ReturnType<typeof setTimeout> | undefined
let looking = false
let last_timestamp = 0

/** Looks for the position every so many milliseconds, as often as whoever needs it most often. @returns ends the need */
export function followPosition(every_ms: number): () => void {
  const need = { every_ms }
  needs.add(need)
  look()
  return () => void needs.delete(need)
}

/** Lets the map go to the own position, now or as soon as it is known. */
export function showOwnPosition() {
  useOwnPosition.setState(({ shown }) => ({ shown: shown + 1 }))
}

/** Whether the browser would tell without asking the person; calls back when that changes. @returns ends that */
export function watchPermission(on: (state: PermissionState | null) => void): () => void {
  let status: PermissionStatus | null = null
  const tell = () => on(status?.state ?? null)
  // Some browsers have geolocation and cannot be asked about it.
  navigator.permissions
    ?.query({ name: 'geolocation' })
    .then((found) => {
      status = found
      status.addEventListener('change', tell)
      tell()
    })
    .catch(() => on(null))
  return () => status?.removeEventListener('change', tell)
}

async function look() {
  clearTimeout(timer)
  if (looking || needs.size === 0) return
  looking = true
  try {
    useOwnPosition.setState({ fix: await locate(), trouble: null })
  } catch (trouble) {
    useOwnPosition.setState({ trouble: trouble as Trouble })
  }
  looking = false
  const unanswered = useOwnPosition.getState().trouble === 'timeout'
  const next = Math.min(...[...needs].map(({ every_ms }) => every_ms), unanswered ? askAgain_ms : showEvery_ms)
  if (needs.size > 0) timer = setTimeout(look, next)
}

function locate(): Promise<Fix> {
  return new Promise((resolve, reject) => {
    if (!isSecureContext) return reject('insecure' satisfies Trouble)
    if (!navigator.geolocation) return reject('unsupported' satisfies Trouble)
    navigator.geolocation.getCurrentPosition(
      ({ coords, timestamp }) => resolve(fixOf(coords, timestamp)),
      ({ code }) => reject(troubles[code] ?? 'unavailable'),
      { enableHighAccuracy: true, timeout: answerWithin_ms, maximumAge: 0 },
    )
  })
}

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
const troubles: Record<number, Trouble> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' }

type Need = { every_ms: number }
type Own = {
  fix: Fix | null
  trouble: Trouble | null
  /** Counts how often the person has asked for it on the map. */
  shown: number
}
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
