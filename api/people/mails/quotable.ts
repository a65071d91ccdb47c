/**
 * A name that a mail to an address may quote before its reader has agreed to anything (docs/security.md, "Names in
 * mails"): letters, digits, spaces and a few marks, nothing that a mail program makes a link or a telephone number of.
 *
 * @returns the name in quotation marks, or null for one that is left out
 */
export function quotable(name: string | null): string | null {
  const plain = name?.normalize('NFC').trim().replace(/\s+/g, ' ') ?? ''
  const has_link = /[.]\p{L}/u.test(plain) || /\bwww\b|\bhttps?\b/iu.test(plain)
  const digits = plain.match(/\p{N}/gu)?.length ?? 0
  const is_plain = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’()+–-]*$/u.test(plain)
  return is_plain && !has_link && digits <= MOST_DIGITS && [...plain].length <= LONGEST ? `“${plain}”` : null
}

const LONGEST = 60
/** A telephone number has more. */
const MOST_DIGITS = 5
