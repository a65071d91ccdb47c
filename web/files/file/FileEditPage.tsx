import schema from 'virtual:resource/file'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { RecordPage } from '../../kit/record/RecordPage.tsx'

/** Renames and hides the file of `?id=`. */
export function FileEditPage() {
  const { t } = useTranslation()
  return (
    <RecordPage
      resource="file"
      schema={schema}
      nameOf={({ name }) => name}
      page={paths.file}
      list={paths.files}
      fields={['name', 'hidden']}
      required={['name']}
      texts={{ title: t('menu.files'), create: t('menu.files') }}
    />
  )
}
