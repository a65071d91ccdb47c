import { useTranslation } from 'react-i18next'
import { Notice } from '../kit/Notice.tsx'

/** In place of the form of an entry that is not in this browser any more. */
export function EntryGone() {
  const { t } = useTranslation()
  return <Notice tone="info">{t('cpd:offline.gone')}</Notice>
}
