import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './TrackerList.module.css'

export function NoMatch({ showAll }: { showAll: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.note}>
      <p>{t('tracking:fleet.noMatch')}</p>
      <Button size="xs" variant="default" onClick={showAll}>
        {t('tracking:fleet.showAll')}
      </Button>
    </div>
  )
}
