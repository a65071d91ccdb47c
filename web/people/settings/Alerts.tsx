import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../core/types.ts'
import { configOf } from '../../core/usePreferences.ts'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { PushInThisBrowser } from '../../messaging/push/PushInThisBrowser.tsx'
import { AlertsForm } from './AlertsForm.tsx'

/** Notification preferences of a user in an organisation. */
export function Alerts({ user, organisation_id, Overrides }: Props) {
  const { t } = useTranslation()
  const { data, isError, isPending } = useQuery(configOf(organisation_id, user.id))
  if (isError) return <Alert color="red">{t('people:settings.failed')}</Alert>
  if (isPending) return <PageLoader />
  return (
    <>
      <AlertsForm user={user} organisation_id={organisation_id} config={data} />
      <Overrides user_id={user.id} organisation_id={organisation_id} />
      <PushInThisBrowser />
    </>
  )
}

type Props = { user: User; organisation_id: number; Overrides: Overrides }
/** The preferences for single trackers. */
export type Overrides = ComponentType<{ user_id: number; organisation_id: number }>
