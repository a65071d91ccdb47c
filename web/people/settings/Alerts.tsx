import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { User } from '../../core/types.ts'
import { configOf } from '../../core/usePreferences.ts'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { PushInThisBrowser } from '../../messaging/push/PushInThisBrowser.tsx'
import { AlertsForm } from './AlertsForm.tsx'
import { TrackerOverrides } from './TrackerOverrides.tsx'

/** Notification preferences of a user in an organisation. */
export function Alerts({ user, organisation_id }: { user: User; organisation_id: number }) {
  const { t } = useTranslation()
  const { data, isError, isPending } = useQuery(configOf(organisation_id, user.id))
  if (isError) return <Alert color="red">{t('people:settings.failed')}</Alert>
  if (isPending) return <PageLoader />
  return (
    <>
      <AlertsForm user={user} organisation_id={organisation_id} config={data} />
      <TrackerOverrides user_id={user.id} organisation_id={organisation_id} />
      <PushInThisBrowser />
    </>
  )
}
