/** Something that everybody, or an organisation, is shown for a time. */
export type Notice = { id: number; title: string; text: string; begins: string; expires: string | null }

/** One that begins anew is another, so whoever has put it away is shown it again. */
export const nameOf = ({ id, begins }: Notice) => `${id}@${Date.parse(begins)}`

export function isShown(notice: Notice, dismissed: string[], now: number): boolean {
  return !dismissed.includes(nameOf(notice)) && (notice.expires === null || Date.parse(notice.expires) > now)
}
