import type { DeviceSettings, Phone } from './phone_identity.ts'

/** A tracker's settings in the words of the apps that take them from a server. */

/**
 * OwnTracks' command. `monitoring`: 0 reports when asked, 1 by itself; the person's own choice between 1 and 2 stays.
 *
 * Source: owntracks.org/booklet/tech/json, "_type=cmd" and "_type=configuration".
 */
export function owntracksCommand(
  { interval_s }: Pick<DeviceSettings, 'interval_s'>,
  monitoring: number | null,
): object {
  const mode = interval_s === 0 ? 0 : monitoring !== null && monitoring < 1 ? 1 : null
  const intervals = { locatorInterval: interval_s, moveModeLocatorInterval: interval_s }
  return {
    _type: 'cmd',
    action: 'setConfiguration',
    configuration: {
      _type: 'configuration',
      ...(interval_s > 0 && intervals),
      ...(mode !== null && { monitoring: mode }),
    },
  }
}

/**
 * What an app built on Transistorsoft's background geolocation does when it stands in the answer to a report. It knows
 * no interval of 0.
 *
 * Source: Transistorsoft, "HTTP Guide", remote procedure calls.
 */
export function geolocationCommand({ interval_s, pause_after_still_s }: DeviceSettings): object | null {
  if (interval_s === 0) return null
  const config = {
    distanceFilter: 0,
    locationUpdateInterval: interval_s * 1000,
    heartbeatInterval: Math.max(60, interval_s),
    disableStopDetection: pause_after_still_s === 0,
    ...(pause_after_still_s > 0 && { stopTimeout: Math.ceil(pause_after_still_s / 60) }),
  }
  return { background_geolocation: [['setConfig', config]] }
}

export const settingsOf = ({ interval_s, interval_charging_s, pause_after_still_s }: DeviceSettings) => ({
  interval_s,
  interval_charging_s,
  pause_after_still_s,
})

/** Remembers what each tracker was told, so that it is told again only when that changes. */
export class SentSettings {
  #sent = new Map<number, string>()

  /** @returns whether it is news, which counts as told from now on */
  recordIfChanged({ tracker_id, ...phone }: Pick<Phone, 'tracker_id'> & DeviceSettings): boolean {
    const settings = JSON.stringify(settingsOf(phone))
    if (this.#sent.get(tracker_id) === settings) return false
    if (this.#sent.size >= 100_000) this.#sent.clear()
    this.#sent.set(tracker_id, settings)
    return true
  }
}
