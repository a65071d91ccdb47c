import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './TrackerList.module.css'

export function FleetFailed({ retry }: { retry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.note} role="alert">
      <p>{t('tracking:fleet.failed')}</p>
      <Button size="xs" variant="default" onClick={retry}>
        {t('tracking:fleet.retry')}
      </Button>
    </div>
  )
}
