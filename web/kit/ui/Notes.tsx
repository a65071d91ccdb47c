import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

export default function Notes() {
  return <Notifications position="bottom-right" />
}
