import schema from 'virtual:resource/tag'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { RecordPage } from '../../kit/record/RecordPage.tsx'

/** The tag of `?id=`, or a new one. */
export function TagPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <RecordPage
      resource="tag"
      schema={schema}
      nameOf={({ name }) => name}
      page={paths.tag}
      list={paths.tags}
      fields={['name', 'colour']}
      required={['name']}
      given={{ organisation_id }}
      texts={{ title: t('tracking:tags.title'), create: t('tracking:tags.new'), missing: t('tracking:tags.missing') }}
    />
  )
}
