/** Shell commands that send one position as the device would. */

export function mqttCommand(host: string, port: number, { number, device_token }: Credentials): string {
  const options = ['-h', host, '-p', String(port), '-u', number, '-P', device_token, '-q', '1']
  const what = ['-t', positionTopic(number), '-m', example]
  return ['mosquitto_pub', ...options, ...what].map(quoted).join(' ')
}

/** A number may contain a space or a slash, and must be one topic level. */
export const positionTopic = (number: string) => `trackers/${encodeURIComponent(number)}/position`

/** @param device_token null when the transport needs none, or it cannot be shown again */
export function httpCommand(origin: string, { number, device_token }: TrackerCredentials): string {
  const token = device_token !== null && { token: device_token }
  const query = new URLSearchParams({ id: number, ...token, lat: String(lat), lon: String(lon) })
  return `curl ${quoted(`${origin}/gateway/osmand?${query}`)}`
}

const [lat, lon] = [-36.85, 174.76]
export const example = JSON.stringify({ lat, lon, speed: 12.5 })

/** Quotes a POSIX shell argument. */
function quoted(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

type Credentials = { number: string; device_token: string }
type TrackerCredentials = { number: string; device_token: string | null }
