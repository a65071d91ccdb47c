import { useTranslation } from 'react-i18next'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { Notice } from './Notice.tsx'

/** Why an entry was returned to its person. */
export function Returned({ state, note }: { state: string; note: string | null }) {
  const { t } = useTranslation()
  if (state !== 'returned' || !note) return null
  return (
    <Notice tone="attention" title={t('cpd:activities.returned')}>
      <LinkedText text={note} plain />
    </Notice>
  )
}
