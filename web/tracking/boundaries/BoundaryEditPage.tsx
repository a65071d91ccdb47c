import { useTranslation } from 'react-i18next'
import { DocumentTitle } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { BoundaryEditor } from './BoundaryEditor.tsx'

/** Edits the boundary of `?id=`, or draws a new one. */
export function BoundaryEditPage() {
  const { t } = useTranslation()
  // A change made by another person is reported on saving, and does not replace what is being edited.
  const record = useRecord('boundary', { once: true })
  if (record.id === null) {
    return (
      <>
        <DocumentTitle title={t('tracking:boundaries.new')} />
        <BoundaryEditor key="new" boundary={null} />
      </>
    )
  }
  return (
    <Loaded query={record} title={t('tracking:boundaries.editTitle')}>
      {(boundary) => (
        <>
          <DocumentTitle title={boundary.name} />
          <BoundaryEditor key={boundary.id} boundary={boundary} />
        </>
      )}
    </Loaded>
  )
}
