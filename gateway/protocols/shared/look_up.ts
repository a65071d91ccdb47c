/** What a table says of a word that a device sent. A plain index would find `constructor`, too. */
export function lookUp<T>(table: Readonly<Record<string, T>>, word: unknown): T | undefined {
  return typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined
}
