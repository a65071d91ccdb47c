import { ActionIcon } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/ui/Icon.tsx'
import { trackerOf } from '../kit/queries.ts'
import type { Tracker } from '../types.ts'
import type { TripOf } from './subject.ts'
import { useMayShare } from './useMayShare.ts'

const ShareTripDialog = lazy(() => import('./ShareTripDialog.tsx'))

/** Shares one trip, for those who may share its tracker. */
export function ShareTripButton({ tracker_id, trip }: { tracker_id: number; trip: TripOf }) {
  const { data: tracker } = useQuery(trackerOf(tracker_id))
  return tracker ? <OfTracker tracker={tracker} trip={trip} /> : null
}

function OfTracker({ tracker, trip }: { tracker: Tracker; trip: TripOf }) {
  const { t } = useTranslation()
  const mayShare = useMayShare(tracker)
  const [open, setOpen] = useState(false)
  if (!mayShare) return null
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('tracking:share.shareTrip')}
        title={t('tracking:share.shareTrip')}
        onClick={() => setOpen(true)}
      >
        <Icon of={IconShare} />
      </ActionIcon>
      <Suspense>{open && <ShareTripDialog tracker={tracker} trip={trip} close={() => setOpen(false)} />}</Suspense>
    </>
  )
}
