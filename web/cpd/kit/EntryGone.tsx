import { useTranslation } from 'react-i18next'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { useOutbox } from '../offline/outbox.ts'
import { Notice } from './Notice.tsx'

/** In place of the form of an entry that is not in this browser any more. */
export function EntryGone() {
  const { t } = useTranslation()
  const loaded = useOutbox((outbox) => outbox.loaded)
  return loaded ? <Notice tone="info">{t('cpd:offline.gone')}</Notice> : <PageLoader />
}
