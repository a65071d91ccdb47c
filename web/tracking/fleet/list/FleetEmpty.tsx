import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../core/paths.ts'
import classes from './TrackerList.module.css'

export function FleetEmpty() {
  const { t } = useTranslation()
  return (
    <div className={classes.note}>
      <Text fw={600} c="var(--text)">
        {t('tracking:fleet.emptyTitle')}
      </Text>
      <p>{t('tracking:fleet.emptyText')}</p>
      <Button component={Link} to={paths.trackerEdit()} size="sm">
        {t('tracking:fleet.emptyNew')}
      </Button>
    </div>
  )
}
