import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from './TrackerList.module.css'

export function FleetEmpty() {
  const { t } = useTranslation()
  return (
    <div className={classes.note}>
      <Text fw={600} c="var(--text)">
        {t('list.emptyTitle')}
      </Text>
      <p>{t('list.emptyText')}</p>
      <Button component={Link} to="/app/tracker/edit" size="sm">
        {t('list.emptyNew')}
      </Button>
    </div>
  )
}
