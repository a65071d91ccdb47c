import { wrong } from '../../http/errors.ts'

const MOST_CHARACTERS = 500
/** Browsers run these, or read files by them. */
const dangerous = /^(javascript|data|vbscript|file|filesystem|blob|about|view-source|http|ws|wss|ftp):$/
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Checks where a client wants the browser to be sent back to: https, or http on the person's own machine (RFC 8252 §7.3).
 *
 * @param by_administrator also schemes of a program, such as `cursor://…`, which any program of a machine can take over
 * @throws {AppError} naming the field
 */
export function checkRedirects(uris: readonly string[], { by_administrator }: { by_administrator: boolean }): void {
  for (const uri of uris) {
    const problem = problemOf(uri, by_administrator)
    if (problem) throw wrong('redirect_uris', `${uri.slice(0, 100)} ${problem}.`)
  }
}

function problemOf(uri: string, by_administrator: boolean): string | null {
  if (uri.length > MOST_CHARACTERS) return `has more than ${MOST_CHARACTERS} characters`
  if (!URL.canParse(uri) || /\s/.test(uri)) return 'is not an address'
  const { protocol, hash, username, password } = new URL(uri)
  if (hash || uri.includes('#')) return 'has a part that begins with #'
  if (username || password) return 'has a name or password'
  if (protocol === 'https:' || isLoopback(uri)) return null
  if (by_administrator && !dangerous.test(protocol)) return null
  return 'does not begin with https://, or http://127.0.0.1'
}

/** Whether the browser is sent to a program on the person's own machine. */
export function isLoopback(uri: string): boolean {
  const { protocol, hostname } = new URL(uri)
  return protocol === 'http:' && loopback.test(hostname)
}

/** Whether an address is one of the client's: the same text; on the person's own machine any port (RFC 8252 §7.3). */
export function isRedirectOf(uris: readonly string[], uri: string): boolean {
  if (uris.includes(uri)) return true
  if (!URL.canParse(uri) || !isLoopback(uri)) return false
  return uris.some((known) => isLoopback(known) && withoutPort(known) === withoutPort(uri))
}

/** As text, so that nothing else than the port differs. */
const withoutPort = (uri: string) =>
  uri.replace(/^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)/, '$1')

/** What people see of an address: its host, or the scheme of a program. */
export function hostOf(uri: string): string {
  const { host, protocol } = new URL(uri)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1)
}
