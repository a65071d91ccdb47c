import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import FileField from '../../kit/forms/file/FileField.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { UnsavedChanges } from '../../kit/ui/UnsavedChanges.tsx'
import { usageOf } from '../kit/queries.ts'
import type { StoredFile } from '../types.ts'
import { uploadContentOf } from '../upload/storage.ts'

/** Replaces the content of a file; its name, folder and public link stay. */
export function NewContent({ file: { id, organisation_id } }: { file: StoredFile }) {
  const { t } = useTranslation()
  const { data: usage } = useQuery(usageOf(organisation_id))
  const [busy, setBusy] = useState(false)
  const max_bytes = usage?.file_bytes_max
  const upload = useMemo(() => (max_bytes === undefined ? null : uploadContentOf(id, max_bytes)), [id, max_bytes])
  const done = async () => {
    showSuccess(t('files:content.replaced'))
    await queries.invalidateQueries({ queryKey: queryKeys.record('file', id) })
    await refresh('file')
  }
  return (
    <Section title={t('files:content.title')} text={t('files:content.text')} apart>
      {upload && (
        <FileField
          name="content"
          label={t('files:content.label')}
          description={undefined}
          upload={upload}
          value={null}
          onChange={(stored) => stored !== null && done()}
          onBusy={setBusy}
        />
      )}
      <UnsavedChanges changed={busy} free={never} />
    </Section>
  )
}

/** Leaving the page ends the upload. */
const never = { current: false }
