import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { DocumentTitle } from '../../kit/page/Page.tsx'
import { phoneWidth } from '../../kit/theme/theme.ts'
import { BottomSheet } from '../../kit/ui/BottomSheet.tsx'
import { LostBanner } from '../../kit/ui/LiveStatus.tsx'
import { useMovable } from '../../kit/ui/useMovable.tsx'
import { AlertStrip } from '../alerts/AlertStrip.tsx'
import { LargeList } from '../fleet/list/LargeList.tsx'
import { TrackerList } from '../fleet/list/TrackerList.tsx'
import { useShortcuts } from '../fleet/useShortcuts.ts'
import { expectTrackers } from '../kit/afterTrackers.ts'
import { useLive } from '../kit/live/useLive.ts'
import { useSelection } from '../kit/selection.ts'
import { useByViewport } from '../kit/useByViewport.ts'
import { useFleet } from '../kit/useFleet.ts'
import { useOneTracker } from '../kit/useOneTracker.ts'
import { AskForStreets } from '../map/choice/AskForStreets.tsx'
import { TrackerPanel } from '../panel/TrackerPanel.tsx'
import { UnknownTracker } from '../panel/UnknownTracker.tsx'
import { useTrail } from '../panel/useTrail.ts'
import { PhoneCard } from '../phone/PhoneCard.tsx'
import { Trouble } from '../phone/Trouble.tsx'
import classes from './MapPage.module.css'
import { useSelectionInAddress } from './useSelectionInAddress.ts'

// Loaded lazily, so that the list appears before the map.
const FleetMap = lazy(() => import('./FleetMap.tsx'))
const Shortcuts = lazy(() => import('../fleet/Shortcuts.tsx'))

export function MapPage() {
  const organisation_id = useSession((session) => session.organisation_id)!
  return <LiveMap key={organisation_id} organisation_id={organisation_id} />
}

function LiveMap({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  useState(expectTrackers)
  const phone = useMediaQuery(phoneWidth, undefined, { getInitialValueInEffect: false })
  const by_view = useByViewport(organisation_id)
  const state = useFleet(organisation_id, by_view)
  const live = useLive(organisation_id, by_view)
  useSelectionInAddress()
  const shortcuts = useShortcuts()
  const selected = useSelection((state) => state.id)

  const { fleet, status, settled } = state
  const { tracker, unknown } = useOneTracker(selected, state)
  const { trail, failed } = useTrail(tracker?.id ?? null)
  const ready = status !== 'loading' && settled && (live || (!by_view && fleet.trackers.length === 0))
  const list = useMovable(
    <div className={classes.listed}>
      {phone && <PhoneCard fleet={fleet} />}
      <div className={classes.rest}>
        {by_view ? <LargeList organisation_id={organisation_id} fleet={fleet} /> : <TrackerList {...state} />}
      </div>
      {!phone && <PhoneCard fleet={fleet} />}
    </div>,
  )
  const panel = useMovable(
    tracker && <TrackerPanel key={tracker.id} tracker={tracker} fleet={fleet} trailFailed={failed} />,
  )
  return (
    <div className={classes.page}>
      <DocumentTitle title={t('tracking:map.title')} />
      <Suspense>{shortcuts.listed && <Shortcuts close={shortcuts.close} />}</Suspense>
      {!phone && <aside className={classes.list}>{list.place}</aside>}
      <main className={classes.map}>
        <Suspense>
          <FleetMap fleet={fleet} trail={trail} in_panel={tracker?.id ?? null} ready={ready} />
        </Suspense>
        <div className={classes.notices} data-covers="top">
          <LostBanner />
          <Trouble />
          <AskForStreets />
          {unknown && <UnknownTracker />}
          <AlertStrip fleet={fleet} />
          <div data-map-note />
        </div>
        {!phone && tracker && (
          <aside className={classes.panel} data-covers="end">
            {panel.place}
          </aside>
        )}
        {phone && (
          <BottomSheet label={t('tracking:fleet.resize')}>
            <div className={classes.under} data-covered={tracker !== undefined || undefined}>
              {list.place}
            </div>
            {tracker && panel.place}
          </BottomSheet>
        )}
      </main>
      {list.content}
      {panel.content}
    </div>
  )
}
