import { AppError, wrong } from '../http/errors.ts'

/** The longest name in bytes, as file systems have it. */
const MAX_BYTES = 255

/**
 * Checks the name of a file or folder: one that every common file system can store.
 *
 * @returns the name in NFC, without spaces around it
 * @throws {AppError} bad_request with the reason, name_too_short
 */
export function checkFileName(given: string): string {
  const name = given.normalize('NFC').trim()
  if (name === '') throw new AppError('name_too_short', 'The name is too short.', 'name')
  const fault = faultOf(name)
  if (fault) throw wrong('name', `${fault}.`)
  return name
}

/**
 * A name of an archive or a browser, changed as little as needed to be valid.
 *
 * @example safeName('CON.txt') // '_CON.txt'
 */
export function safeName(given: string, otherwise = 'file'): string {
  let name = given
    .toWellFormed()
    .normalize('NFC')
    .replace(FORBIDDEN, '_')
    .trim()
    .replace(/[. ]+$/, '')
  if (name === '') name = otherwise
  if (RESERVED.test(name)) name = `_${name}`
  return shorten(name, MAX_BYTES)
}

/** Names are compared by this: in lower case, whatever the database's locale. */
export const nameKey = (name: string) => name.toLowerCase()

/** @example numberedName('scan.pdf', 2) // 'scan (2).pdf' */
export function numberedName(name: string, number: number): string {
  const { base, extension } = splitName(name)
  const suffix = ` (${number})${extension}`
  return shorten(base, MAX_BYTES - Buffer.byteLength(suffix)) + suffix
}

/** @example splitName('a.tar.gz') // { base: 'a.tar', extension: '.gz' } */
export function splitName(name: string): { base: string; extension: string } {
  const at = name.lastIndexOf('.')
  if (at < 1 || name.length - at > 20) return { base: name, extension: '' }
  return { base: name.slice(0, at), extension: name.slice(at) }
}

function faultOf(name: string): string | null {
  if (!name.isWellFormed()) return 'holds characters that are no text'
  if (name === '.' || name === '..') return 'is not allowed'
  if (Buffer.byteLength(name) > MAX_BYTES) return `is longer than ${MAX_BYTES} bytes`
  const [forbidden] = name.match(FORBIDDEN) ?? []
  if (forbidden !== undefined) {
    return CONTROL.test(forbidden) ? 'holds a control character' : `must not hold ${forbidden}`
  }
  if (name.endsWith('.')) return 'must not end with a full stop'
  if (RESERVED.test(name)) return 'is reserved by Windows'
  return null
}

/** Cuts text to a number of bytes, between characters. */
function shorten(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let short = ''
  let left = bytes
  for (const { segment } of segmenter.segment(text)) {
    left -= Buffer.byteLength(segment)
    if (left < 0) break
    short += segment
  }
  return short.replace(/[. ]+$/, '')
}

const segmenter = new Intl.Segmenter()
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: same; the marks of direction disguise an extension
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069/\\<>:"|?*]/g
/** Windows opens devices by these names, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i
