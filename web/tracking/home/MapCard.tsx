import { Anchor, Button, Skeleton, Title } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import type { Fleet } from '../kit/fleet.ts'
import classes from './Home.module.css'

const HomeMap = lazy(() => import('../map/HomeMap.tsx'))

/** Whether the browser is asked to load little, as on a metered network. */
const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** The live map in small. It is loaded when the rest of the page is drawn, and only where it comes into view. */
export function MapCard({ fleet, ready }: { fleet: Fleet; ready: boolean }) {
  const { t } = useTranslation()
  const { ref, entry } = useIntersection({ rootMargin: '200px' })
  const [wanted, setWanted] = useState(false)
  const visible = entry?.isIntersecting === true && ready && !savesData
  useEffect(() => {
    if (!visible || wanted) return
    const timer = setTimeout(() => setWanted(true), 100)
    return () => clearTimeout(timer)
  }, [visible, wanted])
  return (
    <section className={classes.card} aria-labelledby="home-map">
      <div className={classes.head}>
        <Title order={2} size="h5" id="home-map">
          {t('tracking:home.now')}
        </Title>
        <Anchor component={Link} to={paths.map()} size="sm">
          {t('tracking:home.map')}
        </Anchor>
      </div>
      <div ref={ref} className={classes.map}>
        <Suspense fallback={<Skeleton height="100%" />}>
          {wanted ? (
            <HomeMap fleet={fleet} ready={ready} />
          ) : savesData ? (
            <Button className={classes.load} variant="default" onClick={() => setWanted(true)}>
              {t('tracking:home.loadMap')}
            </Button>
          ) : (
            <Skeleton height="100%" animate={false} />
          )}
        </Suspense>
      </div>
    </section>
  )
}
