/** Whether each word of a search begins a word of the text, or is anywhere in it from three letters on. */
export function matches(text: string, search: string): boolean {
  const whole = plain(text)
  const words = whole.split(/\s+/)
  return plain(search)
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)) || (part.length > 2 && whole.includes(part)))
}

/** Lower case without accents and macrons. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
