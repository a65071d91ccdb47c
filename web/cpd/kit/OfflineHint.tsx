import { useNetwork } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Notice } from './Notice.tsx'

/** Says in a form that what is recorded without a network stays on this device for the time being. */
export function OfflineHint({ more }: { more?: string }) {
  const { t } = useTranslation()
  const { online } = useNetwork()
  if (online) return null
  return (
    <Notice tone="info">
      {t('cpd:offline.hint')} {more}
    </Notice>
  )
}
