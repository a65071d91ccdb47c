import { Anchor, Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tracker } from '../types.ts'

const WatchDialog = lazy(() => import('./WatchDialog.tsx'))

/** Opens the request to be notified when the tracker arrives, departs or is late. */
export function WatchLink({ tracker, as = 'link', label }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      {as === 'link' ? (
        <Anchor component="button" type="button" size="sm" onClick={() => setOpen(true)}>
          {label ?? t('tracking:watches.link')}
        </Anchor>
      ) : (
        <Button variant="subtle" color="gray" onClick={() => setOpen(true)}>
          {t('tracking:watches.link')}
        </Button>
      )}
      <Suspense>{open && <WatchDialog tracker={tracker} close={() => setOpen(false)} />}</Suspense>
    </>
  )
}

type Props = { tracker: Tracker; as?: 'link' | 'button'; label?: string }
