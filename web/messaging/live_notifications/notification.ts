/** Something that everybody, or an organisation, is shown for a time. */
export type CurrentNotification = { id: number; title: string; text: string; begins: string; expires: string | null }

/** One that begins anew is another, so whoever has put it away is shown it again. */
export const nameOf = ({ id, begins }: CurrentNotification) => `${id}@${Date.parse(begins)}`

export function isShown(notification: CurrentNotification, dismissed: string[], now: number): boolean {
  return (
    !dismissed.includes(nameOf(notification)) &&
    (notification.expires === null || Date.parse(notification.expires) > now)
  )
}
