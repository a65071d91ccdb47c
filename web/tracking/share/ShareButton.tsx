import { ActionIcon } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import type { Tracker, User } from '../../core/types.ts'
import { Icon } from '../../kit/ui/Icon.tsx'

const ShareDialog = lazy(() => import('./ShareDialog.tsx'))

/** Only for users who may edit the tracker. */
export function ShareButton({ tracker }: { tracker: Tracker }) {
  const { t } = useTranslation()
  const user = useSession((session) => session.user)
  const [open, setOpen] = useState(false)
  if (!user || !mayShare(user, tracker)) return null
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={t('tracking:panel.share')} onClick={() => setOpen(true)}>
        <Icon of={IconShare} />
      </ActionIcon>
      <Suspense>{open && <ShareDialog tracker={tracker} close={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** Mirrors the server's rule, to hide a button that would be refused. */
function mayShare(user: User, { organisation_id, owner_user_id }: Tracker): boolean {
  const membership = user.memberships.find((each) => each.organisation_id === organisation_id)
  return user.platform_admin || membership?.role_is_admin === true || owner_user_id === user.id
}
