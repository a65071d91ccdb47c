/** Looks up a word from a device. A plain index would find `constructor`, too. */
export function lookUp<T>(table: Readonly<Record<string, T>>, word: unknown): T | undefined {
  return typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined
}
