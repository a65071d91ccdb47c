import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { DocumentTitle } from '../../kit/page/Page.tsx'
import { Trouble } from '../phone/Trouble.tsx'
import classes from './MapPage.module.css'

const GuestMap = lazy(() => import('./GuestMap.tsx'))

/** Map for visitors without a session: their own position only. */
export function GuestMapPage() {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <DocumentTitle title={t('tracking:map.title')} />
      <main className={classes.map}>
        <Suspense>
          <GuestMap />
        </Suspense>
        <div className={classes.notices}>
          <div className={classes.guest}>
            <span>{t('tracking:map.guest')}</span>
            <Button component={Link} to={paths.signIn({ next: paths.map() })} size="compact-sm">
              {t('menu.signIn')}
            </Button>
          </div>
          <Trouble />
        </div>
      </main>
    </div>
  )
}
