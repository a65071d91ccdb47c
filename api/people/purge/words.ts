/** By what people are found in texts. */
export type Words = {
  /** E-mail addresses. */
  addresses: string[]
  /** Telephone numbers, their digits only. */
  numbers: string[]
  /** Names, and lines of postal addresses. */
  names: string[]
}

/** Stands where something was removed: shorter than it, in every language. */
export const ERASED = '…'

/**
 * A regular expression of PostgreSQL, for `~*`, that finds texts and JSON which may have one of the words; null without
 * words. `eraser` decides.
 */
export function searchPattern({ addresses, numbers, names }: Words): string | null {
  const plain = formsOf([...addresses, ...names]).map((word) =>
    [...word].map(ofJson).join('').replaceAll(/\s+/g, '\\s+'),
  )
  const all = [...plain, ...numbers.map(spaced)]
  return all.length > 0 ? all.join('|') : null
}

/**
 * Removes the words from a text, where they stand as whole words: `ann@x.nz` is not in `joann@x.nz`. A mark follows what
 * was removed where texts must differ, as far as the text does not become longer by it.
 */
export function eraser({ addresses, numbers, names }: Words): Erase {
  const longest = (words: string[]) => formsOf(words).toSorted((a, b) => b.length - a.length)
  const patterns = [
    ...longest(addresses).map(
      (word) => `(?<![\\p{L}\\p{N}._%+-])${escaped(word)}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`,
    ),
    ...longest(names).map(
      (word) => `(?<![\\p{L}\\p{N}_])${escaped(word).replaceAll(/\s+/g, '\\s+')}(?![\\p{L}\\p{M}\\p{N}_])`,
    ),
    ...longest(numbers).map((digits) => `(?<![\\p{L}\\p{N}])\\+?${spaced(digits)}(?![\\p{L}\\p{N}])`),
  ]
  if (patterns.length === 0) return (text) => text
  const pattern = new RegExp(patterns.join('|'), 'giu')
  return (text, mark = '') => text.replaceAll(pattern, (word) => ERASED + mark.slice(0, Buffer.byteLength(word) - 3))
}

/** The same for a value of JSON, with its names. */
export function erasedIn(value: unknown, erase: (text: string) => string): unknown {
  if (typeof value === 'string') return erase(value)
  if (Array.isArray(value)) return value.map((item) => erasedIn(item, erase))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [erase(name), erasedIn(item, erase)]))
}

export type Erase = (text: string, mark?: string) => string

/** With marks in one character with their letter, and apart, as some systems write names of files. */
const formsOf = (words: string[]) => [
  ...new Set(words.flatMap((word) => [word.normalize('NFC'), word.normalize('NFD')])),
]

/** Those characters that mean something in patterns of both kinds. */
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** As JSON writes a character, and as it is. */
const ofJson = (char: string) => (char === '"' ? '\\\\?"' : char === '\\' ? '\\\\+' : escaped(char))

/** However the digits of a number are grouped. */
const spaced = (digits: string) => [...digits].join('[ ().-]*')
