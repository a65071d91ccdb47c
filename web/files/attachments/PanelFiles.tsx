import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFeatures } from '../../core/rights.ts'
import { AttachedFiles } from './AttachedFiles.tsx'
import { attachmentsOf } from './queries.ts'

/** The files of the selected tracker in its panel, if it has any; its page adds more. */
export default function PanelFiles({ tracker_id, className }: { tracker_id: number; className: string | undefined }) {
  const { t } = useTranslation()
  const has_files = useFeatures().includes('files')
  const { data: attachments = [] } = useQuery({ ...attachmentsOf({ tracker_id }), enabled: has_files })
  if (attachments.length === 0) return null
  return (
    <section className={className} aria-label={t('files:attachments.title')}>
      <AttachedFiles attachments={attachments} narrow />
    </section>
  )
}
