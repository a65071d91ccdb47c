import '@mantine/notifications/styles.css'

/** What the frame has for people who are signed in: one chunk, which guests do not load. */
export { default as LiveNotifications } from '../../messaging/live_notifications/LiveNotifications.tsx'
export { PaletteButton } from '../palette/PaletteButton.tsx'
export { OrganisationSwitch } from './OrganisationSwitch.tsx'
export { PersonMenu } from './PersonMenu.tsx'
