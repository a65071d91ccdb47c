/** Setup addresses of phone apps. */

/**
 * The QR code of Traccar Client: server and settings as parameters.
 *
 * Source: traccar-client, lib/configuration_service.dart.
 */
export function traccarAddress(origin: string, { number, interval_s }: Tracker): string {
  const settings = new URLSearchParams({ id: number, ...(interval_s > 0 && { interval: String(interval_s) }) })
  return `${origin}/gateway/osmand?${settings}`
}

/** OsmAnd replaces the placeholders in braces. Source: osmand.net, "Trip recording plugin, online tracking". */
export function osmandAddress(origin: string, { number, device_token }: Tracker): string {
  const who = new URLSearchParams({ id: number, ...(device_token && { token: device_token }) })
  return `${origin}/gateway/osmand?${who}&lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}&bearing={6}`
}

/** Configures OwnTracks. Source: owntracks.org, Booklet, "Remote configuration", and "JSON" for the names. */
export function owntracksAddress(origin: string, { number, device_token, interval_s }: Tracker): string {
  const settings = {
    _type: 'configuration',
    mode: 3, // HTTP
    url: `${origin}/gateway/owntracks`,
    auth: true,
    username: number,
    password: device_token,
    deviceId: number,
    tid: number.slice(-2),
    ...(interval_s > 0 && { locatorInterval: interval_s }),
  }
  const bytes = new TextEncoder().encode(JSON.stringify(settings))
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return `owntracks:///config?inline=${encodeURIComponent(base64)}`
}

/** @param device_token null when it was shown before and cannot be shown again */
export type Tracker = { number: string; device_token: string | null; interval_s: number }
