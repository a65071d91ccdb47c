import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/**
 * Why a password would be guessed soon: one of the 49 000 most common ones, also with letters replaced as in P@ssw0rd;
 * repeated characters, sequences, keys side by side, dates; or a publicly known name.
 *
 * @param names of the person and their organisations
 * @returns a sentence for the person, or null for a password that is good enough
 */
export function weaknessOf(password: string, names: (string | null)[] = []): string | null {
  const plain = normal(password)
  if (plain.trim() === '') return 'A password of nothing but spaces is easily guessed. Please choose another.'
  if (common.has(plain)) return COMMON
  const letters = lettersOf(plain)
  if (names.some((name) => name && letters !== '' && lettersOf(normal(name)) === letters)) return COMMON
  const { score, sequence } = estimator.check(password.normalize('NFKC').slice(0, EXAMINED))
  if (score >= LEAST_SCORE) return null
  const pattern = sequence.map((part) => part.pattern).find((name) => name in reasons)
  return `${reasons[pattern as keyof typeof reasons] ?? 'This password is easily guessed.'} ${WORDS}`
}

/** Longer ones are good by what stands in front, or repeat. The estimate keeps the process busy, 10 ms for these. */
const EXAMINED = 24
/** Of 0 to 4: 2 is above a million guesses, which sign-in does not allow. */
const LEAST_SCORE = 2
const COMMON = 'This password is one of the first that are tried. Please choose another.'
const WORDS = 'Please choose another: several unrelated words are good.'
const reasons = {
  dictionary: 'This password is a common one with little changed.',
  repeat: 'This password repeats the same characters.',
  sequence: 'This password is a sequence that is easily guessed.',
  spatial: 'This password is keys side by side on the keyboard.',
}

const normal = (text: string) => text.normalize('NFKC').toLowerCase()
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
const common = new Set(dictionary['passwords-common'])
const estimator = new ZxcvbnFactory({ dictionary: { common: dictionary['passwords-common'] }, graphs: adjacencyGraphs })
