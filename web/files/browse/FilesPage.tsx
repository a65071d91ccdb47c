import schema from 'virtual:resource/file'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'

export function FilesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <ListPage
      title={t('menu.files')}
      resource="file"
      schema={schema}
      filters={{ organisation_id, deleted: false }}
      columns={[{ name: 'name' }, { name: 'size' }, { name: 'modified_at' }]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.file({ id })}
    />
  )
}
