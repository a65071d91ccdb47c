/** As many as one may invite in an hour. */
export const MOST_AT_ONCE = 100

/** The addresses in a text: a list, lines of a CSV file, or what a mail program copies, as `Hana <hana@example.com>`. */
export function addressesIn(text: string): string[] {
  const found = text.match(/[^\s,;<>"'()]+@[^\s,;<>"'()]+\.[^\s,;<>"'().]{2,}/g) ?? []
  return [...new Map(found.map((address) => [address.toLowerCase(), address])).values()]
}
