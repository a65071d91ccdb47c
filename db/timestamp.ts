/** `2026-11-21 05:47:00.5+00`, as a server whose timezone is UTC writes it, to `2026-11-21T05:47:00.5Z`. */
export function timestampToIso(text: string): string {
  return text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text
}
