import { wrong } from '../../http/errors.ts'

/** Names of hosts only: others would end the directive that they stand in, or allow more than one website. */
const plain_host = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/

/**
 * Websites as browsers compare them: `https://example.com`. Without https an attacker on the way could put a page of theirs
 * in the website's place, so only the own computer is allowed without.
 *
 * @throws {AppError} bad_request that names the first that is invalid
 */
export function checkOrigins(origins: readonly string[]): string[] {
  return [...new Set(origins.map(checkOrigin))]
}

function checkOrigin(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : null
  const none = `“${text}” is not the address of a website, such as https://example.com.`
  if (!address || !['https:', 'http:'].includes(address.protocol)) throw wrong('origins', none)
  if (!plain_host.test(address.hostname)) throw wrong('origins', none)
  if (address.protocol === 'http:' && address.hostname !== 'localhost') {
    throw wrong('origins', `“${text}” must begin with https://.`)
  }
  if (`${address.pathname}${address.search}${address.hash}${address.username}${address.password}` !== '/') {
    throw wrong('origins', `“${text}” has more than the name of a website: give ${address.origin}.`)
  }
  return address.origin
}
