import { Button } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { useDispatches } from '../../core/useAdministers.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import type { Tracker } from '../types.ts'

const ShareDialog = lazy(() => import('./ShareDialog.tsx'))

/** For all who see the tracker by their role or as its owner. Mirrors the server's rule. */
export function ShareButton({ tracker }: { tracker: Tracker }) {
  const { t } = useTranslation()
  const dispatches = useDispatches(tracker.organisation_id)
  const owns = useSession(({ user }) => user !== null && user.id === tracker.owner_user_id)
  const [open, setOpen] = useState(false)
  if (!dispatches && !owns) return null
  return (
    <>
      <Button size="xs" variant="default" leftSection={<Icon of={IconShare} />} onClick={() => setOpen(true)}>
        {t('tracking:panel.share')}
      </Button>
      <Suspense>{open && <ShareDialog tracker={tracker} close={() => setOpen(false)} />}</Suspense>
    </>
  )
}
