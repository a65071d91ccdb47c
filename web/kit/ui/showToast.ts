import { notifications } from '@mantine/notifications'
import { sentenceOf } from '../../core/api.ts'

/** Short notes in the corner, which go by themselves. */

export function showSuccess(message: string) {
  notifications.show({ message, color: 'teal' })
}

/** What went wrong, in the server's words where it has any. */
export function showFailure(error: unknown, unreachable: string) {
  notifications.show({ message: sentenceOf(error) ?? unreachable, color: 'red', autoClose: 8000 })
}
