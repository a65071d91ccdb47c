import { create } from 'zustand'

const key = 'ringfence.sharing'
const idle = { status: 'off', kept: 0, dropped: 0, every_s: null, resting: null, blind: false, ended: null } as const

/** Whether this browser shares its position, and how that goes. `web/tracking/phone/` does it; pages look here. */
export const useSharing = create<Sharing>(() => ({ request: read(), ...idle }))

/** Until the gateway says what the tracker is set to. */
export const defaults: ReportSettings = { interval_s: 60, interval_charging_s: 30, pause_after_still_s: 0 }

/** Begins to share, now and after a reload, until it is switched off or the person signs out. */
export function startSharing(request: SharingRequest) {
  localStorage.setItem(key, JSON.stringify(request))
  useSharing.setState({ request, ended: null })
}

/** @param ended why it is not the person who ends it */
export function endSharing(ended: string | null = null) {
  localStorage.removeItem(key)
  useSharing.setState({ request: null, ...idle, ended })
}

/** Remembers what the gateway settings, for when it is out of reach. */
export function keepSettings(config: Pick<SharingRequest, 'number' | 'settings'>) {
  const { request } = useSharing.getState()
  if (request) startSharing({ ...request, ...config })
}

/** Another tab has switched it on or off. */
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
  /** `elsewhere`: another tab of this browser does it. `lost`: reports are kept until there is a connection. */
  status: 'off' | 'elsewhere' | 'connecting' | 'live' | 'lost'
  /** Reports that are not acknowledged yet. */
  kept: number
  /** Reports that there was no room for. */
  dropped: number
  /** The interval that holds now, by whether the phone is charged. */
  every_s: number | null
  /** Why nothing is reported now: the interval is 0, or there was no movement for as long as is set. */
  resting: Resting
  /** The browser does not tell where it is. */
  blind: boolean
  /** Why it has ended, where that was not the person's wish. */
  ended: string | null
}
export type Resting = 'off' | 'still' | null

/** Who shares with which organisation, and what the gateway last settings of the tracker. */
export type SharingRequest = { user_id: number; organisation_id: number; number?: string; settings?: ReportSettings }

/** As people set them for a tracker, in seconds; 0 is off. */
export type ReportSettings = { interval_s: number; interval_charging_s: number; pause_after_still_s: number }
