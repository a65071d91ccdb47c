import { Button } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/ui/Icon.tsx'
import type { Tracker } from '../types.ts'
import { useMayShare } from './useMayShare.ts'

const ShareDialog = lazy(() => import('./ShareDialog.tsx'))

/** For those who may share the tracker. */
export function ShareButton({ tracker }: { tracker: Tracker }) {
  const { t } = useTranslation()
  const mayShare = useMayShare(tracker)
  const [open, setOpen] = useState(false)
  if (!mayShare) return null
  return (
    <>
      <Button size="xs" variant="default" leftSection={<Icon of={IconShare} />} onClick={() => setOpen(true)}>
        {t('tracking:panel.share')}
      </Button>
      <Suspense>{open && <ShareDialog tracker={tracker} close={() => setOpen(false)} />}</Suspense>
    </>
  )
}
