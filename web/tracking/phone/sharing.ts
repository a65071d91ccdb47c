import { create } from 'zustand'

const key = 'ringfence.sharing'
const idle = { status: 'off', kept: 0, dropped: 0, every_s: null, resting: null, blind: false, ended: null } as const

/** State of position sharing in this browser, written by `web/tracking/phone/` and read by pages. */
export const useSharing = create<Sharing>(() => ({ request: read(), ...idle }))

/** Settings until the gateway sends the tracker's. */
export const defaults: ReportSettings = { interval_s: 60, interval_charging_s: 30, pause_after_still_s: 0 }

/** Starts sharing, also after a reload, until it is switched off or the user signs out. */
export function startSharing(request: SharingRequest) {
  localStorage.setItem(key, JSON.stringify(request))
  useSharing.setState({ request, ended: null })
}

/** @param ended the reason, if not ended by the user */
export function endSharing(ended: string | null = null) {
  localStorage.removeItem(key)
  useSharing.setState({ request: null, ...idle, ended })
}

/** Stores the gateway's settings for use while offline. */
export function keepSettings(config: Pick<SharingRequest, 'number' | 'settings'>) {
  const { request } = useSharing.getState()
  if (request) startSharing({ ...request, ...config })
}

/** Follows a change made in another tab. */
export function followOtherTab({ key: changed }: StorageEvent) {
  if (changed === key) useSharing.setState({ request: read() })
}

function read(): SharingRequest | null {
  try {
    const { user_id, organisation_id, ...more } = JSON.parse(localStorage.getItem(key) ?? '{}')
    return user_id && organisation_id ? { user_id, organisation_id, ...more } : null
  } catch {
    return null
  }
}

export type Sharing = {
  request: SharingRequest | null
  /** `elsewhere`: another tab shares. `lost`: reports are buffered until the connection is back. */
  status: 'off' | 'elsewhere' | 'connecting' | 'live' | 'lost'
  /** Unacknowledged reports. */
  kept: number
  /** Reports dropped because the buffer was full. */
  dropped: number
  /** The current interval, which depends on charging. */
  every_s: number | null
  /** Why nothing is reported now: the interval is 0, or no movement for the set time. */
  resting: Resting
  /** The browser provides no position. */
  blind: boolean
  /** Why sharing ended, if not by the user. */
  ended: string | null
}
export type Resting = 'off' | 'still' | null

/** User and organisation that share, and the last settings from the gateway. */
export type SharingRequest = { user_id: number; organisation_id: number; number?: string; settings?: ReportSettings }

/** Settings of a tracker in seconds; 0 is off. */
export type ReportSettings = { interval_s: number; interval_charging_s: number; pause_after_still_s: number }
