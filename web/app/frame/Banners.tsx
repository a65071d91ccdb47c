import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { restore, useSession } from '../../core/session.ts'
import { useVersion } from '../../core/version.ts'
import { useSharing } from '../../tracking/phone/sharing.ts'
import classes from './Frame.module.css'

/** Banners above the page. */
export function Banners() {
  const { t } = useTranslation()
  const { user, status, unreachable } = useSession()
  const shares = useSharing(({ request }) => request !== null)
  const { online } = useNetwork()
  const { outdated } = useVersion()
  const actsAs = user?.impersonator_user_id != null
  return (
    <>
      {outdated && (
        <div className={classes.banner} role="alert">
          <span>{t('frame.newVersion')}</span>
          <Button size="compact-sm" onClick={() => location.reload()}>
            {t('frame.reload')}
          </Button>
        </div>
      )}
      {!online && (
        <div className={classes.banner} data-warning role="status">
          {t('frame.offline')}
        </div>
      )}
      {online && unreachable && status === 'in' && (
        <div className={classes.banner} data-warning role="status">
          <span>{t('session.failed')}</span>
          <Button size="compact-sm" variant="default" onClick={restore}>
            {t('session.retry')}
          </Button>
        </div>
      )}
      {shares && status === 'out' && (
        <div className={classes.banner} data-warning role="alert">
          {t('frame.sharingSignedOut')}
        </div>
      )}
      {actsAs && (
        <div className={classes.banner} data-warning role="status">
          <span>{t('frame.actingAs', { name: user.display_name })}</span>
          <Button component={Link} to="/app/signout" size="compact-sm" variant="default">
            {t('session.signOut')}
          </Button>
        </div>
      )}
    </>
  )
}
