import { Button, Skeleton, Title } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fleet } from '../kit/fleet.ts'
import { basemapOf, mapSettings, withoutServer } from '../map/choice/mapSettings.ts'
import { useSelectedBasemap } from '../map/choice/selectedBasemap.ts'
import classes from './Home.module.css'
import { FleetPicture } from './picture/FleetPicture.tsx'

const HomeMap = lazy(() => import('../map/HomeMap.tsx'))

/** Whether the browser is asked to load little, as on a metered network. */
const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Where the trackers are now: a picture, or the live map in small where there are streets to show. What it needs is
 * loaded when the rest of the page is drawn, and only where it comes into view.
 */
export function MapCard({ fleet, ready }: { fleet: Fleet; ready: boolean }) {
  const { t } = useTranslation()
  const { ref, entry } = useIntersection({ rootMargin: '200px' })
  const seen = useLatch(entry?.isIntersecting === true && ready)
  const settings = useQuery({ ...mapSettings, enabled: seen })
  const selected = useSelectedBasemap((state) => state.id)
  const { kind } = basemapOf(settings.data ?? withoutServer, selected)
  const known = seen && !(settings.isPending && settings.fetchStatus !== 'paused')
  const [asked, setAsked] = useState(false)
  return (
    <section className={classes.card} aria-labelledby="home-map">
      <Title order={2} size="h5" id="home-map">
        {t('tracking:home.now')}
      </Title>
      <div ref={ref} className={classes.map}>
        <Suspense fallback={<Skeleton height="100%" />}>
          {!known ? (
            <Skeleton height="100%" animate={false} />
          ) : kind === 'built_in' ? (
            <FleetPicture fleet={fleet} />
          ) : savesData && !asked ? (
            <Button className={classes.load} variant="default" onClick={() => setAsked(true)}>
              {t('tracking:home.loadMap')}
            </Button>
          ) : (
            <HomeMap fleet={fleet} ready={ready} />
          )}
        </Suspense>
      </div>
    </section>
  )
}

/** Whether something has been so once. */
function useLatch(so: boolean): boolean {
  const [was, setWas] = useState(so)
  if (so && !was) setWas(true)
  return was || so
}
