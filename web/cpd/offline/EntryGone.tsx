import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** In place of the form of an entry that is not in this browser any more. */
export function EntryGone() {
  const { t } = useTranslation()
  return <Alert color="blue">{t('cpd:offline.gone')}</Alert>
}
