import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * Whether a password is one of the 49 000 most common ones, or a publicly known name.
 *
 * @param names of the person and their organisations
 */
export function isCommonPassword(password: string, names: (string | null)[] = []): boolean {
  const plain = normal(password)
  if (common.has(plain)) return true
  const letters = lettersOf(plain)
  return names.some((name) => name && letters !== '' && lettersOf(normal(name)) === letters)
}

const normal = (text: string) => text.normalize('NFKC').toLowerCase()
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
const common = new Set(dictionary['passwords-common'])
