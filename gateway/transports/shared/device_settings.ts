import type { DeviceSettings } from '../../links/command.ts'
import type { Phone } from './phone_identity.ts'

/** Encodes a tracker's settings for apps that accept them from a server. */

/**
 * OwnTracks' command. `monitoring`: 0 reports on request, 1 on its own; a person's choice between 1 and 2 is kept.
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
 * Remote procedure call in the answer to a report for apps built on Transistorsoft's background geolocation. Null for
 * an interval of 0, which it does not support.
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

/** Remembers the last settings sent to each tracker, so that only changes are sent. */
export class SentSettings {
  #sent = new Map<number, string>()

  /** @returns whether the settings differ from the last ones sent; records them as sent */
  recordIfChanged({ tracker_id, ...phone }: Pick<Phone, 'tracker_id'> & DeviceSettings): boolean {
    const settings = JSON.stringify(settingsOf(phone))
    if (this.#sent.get(tracker_id) === settings) return false
    if (this.#sent.size >= 100_000) this.#sent.clear()
    this.#sent.set(tracker_id, settings)
    return true
  }
}
