import { Anchor, CloseButton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guarded, post } from '../../../core/api.ts'
import { useSession } from '../../../core/session.ts'
import { showFailure } from '../../../kit/ui/showToast.ts'
import { keys } from '../../keys.ts'
import { useViewport } from '../../kit/live/viewport.ts'
import { exactZoomAt, fineZoom } from '../basemap/detail.ts'
import classes from './Basemap.module.css'
import { mapSettings } from './mapSettings.ts'

const StreetsDialog = lazy(() => import('./StreetsDialog.tsx'))

/** Whether the viewer is a platform administrator who has not decided yet. */
export function useAsksForStreets(): boolean {
  const { data } = useQuery(mapSettings)
  const platform_admin = useSession((session) => session.user?.platform_admin)
  return platform_admin === true && data?.undecided === true
}

/**
 * Asks a platform administrator for the installation's base map: streets from another server, or none. A line, whose
 * dialog shows both; outside New Zealand, where the built-in map has least, the dialog opens by itself once.
 */
export function AskForStreets() {
  return useAsksForStreets() ? <Question /> : null
}

function Question() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [opened, setOpened] = useState(false)
  const abroad = useViewport(({ viewport }) => viewport !== null && isAbroad(viewport))
  useEffect(() => {
    if (!abroad || localStorage.getItem(key)) return
    localStorage.setItem(key, 'shown')
    setOpened(true)
  }, [abroad])

  const decide = async (streets: boolean) => {
    setBusy(true)
    try {
      const body = streets ? { openfreemap: true, basemap: 'openfreemap_liberty' } : { basemap: 'built_in' }
      await guarded(post('website', body))
      // The page was loaded with a content security policy that does not name the new host.
      if (streets) location.reload()
      else await queries.invalidateQueries({ queryKey: keys.map() })
    } catch (error) {
      showFailure(error, t('form.unreachable'))
      setBusy(false)
    }
  }
  return (
    <section className={classes.note} data-placed aria-label={t('tracking:map.ask.title')}>
      {t('tracking:map.ask.title')}
      <Anchor component="button" type="button" inherit underline="always" onClick={() => setOpened(true)}>
        {t('tracking:map.ask.compare')}
      </Anchor>
      <CloseButton
        size="xs"
        disabled={busy}
        aria-label={t('tracking:map.ask.offline')}
        title={t('tracking:map.ask.offline')}
        onClick={() => decide(false)}
      />
      <Suspense>{opened && <StreetsDialog busy={busy} decide={decide} close={() => setOpened(false)} />}</Suspense>
    </section>
  )
}

const key = 'ringfence.streets'

/** Whether a view is of a place for which the built-in map has no fine coast. */
function isAbroad({ west, east, south, north, zoom }: View): boolean {
  const middle: [number, number] = [(west + (east < west ? east + 360 : east)) / 2, (south + north) / 2]
  return zoom >= fineZoom && exactZoomAt(middle) < exactZoomAt(auckland)
}
const auckland: [number, number] = [174.76, -36.85]

type View = { west: number; east: number; south: number; north: number; zoom: number }
