import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'

/** Says in a form that what is recorded without a network stays on this device for the time being. */
export function OfflineHint({ more }: { more?: string }) {
  const { t } = useTranslation()
  const { online } = useNetwork()
  if (online) return null
  return (
    <Alert color="blue" mb="md">
      {t('cpd:offline.hint')} {more}
    </Alert>
  )
}
