import { notifications } from '@mantine/notifications'
import { sentenceOf } from '../../core/api.ts'

/** Toasts: short messages in a corner that disappear by themselves. */

export function showSuccess(message: string) {
  notifications.show({ message, color: 'teal' })
}

/** Shows the server's error message, or `unreachable` without one. */
export function showFailure(error: unknown, unreachable: string) {
  notifications.show({ message: sentenceOf(error) ?? unreachable, color: 'red', autoClose: 8000 })
}

export function showProblem(message: string) {
  notifications.show({ message, color: 'red', autoClose: 8000 })
}
