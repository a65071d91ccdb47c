import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './TrackerList.module.css'

export function FleetEmpty() {
  const { t } = useTranslation()
  return (
    <div className={classes.note}>
      <Text fw={600} c="var(--text)">
        {t('list.emptyTitle')}
      </Text>
      <p>{t('list.emptyText')}</p>
      <pre className={classes.code}>{`PUT ${location.origin}/api/v1/tracker
{"number": "356938035643809", "name": "Truck 7"}`}</pre>
      <p>{t('list.emptySend')}</p>
      <pre className={classes.code}>{`trackers/356938035643809/position
{"lat": -36.85, "lon": 174.76, "speed": 12.5}`}</pre>
    </div>
  )
}
