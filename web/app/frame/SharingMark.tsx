import { ActionIcon } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../kit/ui/Icon.tsx'
import { useSharing } from '../../tracking/phone/sharing.ts'
import classes from './Frame.module.css'

/** Indicator on every page while this browser shares its position. */
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
      <Icon of={IconMapPin} />
    </ActionIcon>
  )
}
