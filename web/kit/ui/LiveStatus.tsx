import { useTranslation } from 'react-i18next'
import { useConnection } from '../../core/connection.ts'
import classes from './LiveStatus.module.css'

/** Connection indicator in the top bar. */
export function LiveDot() {
  const { t } = useTranslation()
  const { status } = useConnection()
  if (status === 'off') return null
  return (
    <span className={classes.dot} data-status={status} role="status">
      <span>{status === 'live' ? t('live.live') : t('live.connecting')}</span>
    </span>
  )
}

/** Banner over the map while the connection is lost. */
export function LostBanner() {
  const { t } = useTranslation()
  const { status } = useConnection()
  if (status !== 'lost') return null
  return (
    <div className={classes.lost} role="alert">
      {t('live.lost')}
    </div>
  )
}
