/** A notification of the platform or an organisation while it is shown. */
export type CurrentNotification = { id: number; title: string; text: string; begins: string; expires: string | null }

/** The key of a dismissal. A notification with a new start time is shown again. */
export const nameOf = ({ id, begins }: CurrentNotification) => `${id}@${Date.parse(begins)}`

export function isShown(notification: CurrentNotification, dismissed: string[], now: number): boolean {
  return (
    !dismissed.includes(nameOf(notification)) &&
    (notification.expires === null || Date.parse(notification.expires) > now)
  )
}
