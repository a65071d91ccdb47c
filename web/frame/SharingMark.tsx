import { ActionIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSharing } from '../stores/sharing.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './Frame.module.css'

/** On every page while this browser shares its position, so that nobody does without knowing. */
export function SharingMark() {
  const { t } = useTranslation()
  const on = useSharing(({ status }) => status !== 'off')
  const blind = useSharing((sharing) => sharing.blind)
  if (!on) return null
  const label = t(blind ? 'frame.sharingBlind' : 'frame.sharing')
  return (
    <ActionIcon
      component={Link}
      className={classes.sharing}
      to="/app/map"
      variant="light"
      color={blind ? 'orange' : 'blue'}
      size="lg"
      aria-label={label}
      title={label}
    >
      <Icon>
        <path d="M8 14.2c3-3.3 4.5-5.7 4.5-7.7a4.5 4.5 0 0 0-9 0c0 2 1.5 4.4 4.5 7.7z" />
        <circle cx="8" cy="6.5" r="1.5" />
      </Icon>
    </ActionIcon>
  )
}
