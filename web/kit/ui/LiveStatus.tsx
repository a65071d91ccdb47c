import { useNetwork } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useConnection } from '../../core/connection.ts'
import classes from './LiveStatus.module.css'

/** Connection indicator in the top bar. */
export function LiveDot() {
  const { t } = useTranslation()
  const { status } = useConnection()
  // A connection that has lost its network looks open until its next heartbeat.
  const { online } = useNetwork()
  if (status === 'off') return null
  const shown = online ? status : 'lost'
  return (
    <span className={classes.dot} data-status={shown} role="status">
      <span>{online ? t(shown === 'live' ? 'live.live' : 'live.connecting') : t('live.offline')}</span>
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
