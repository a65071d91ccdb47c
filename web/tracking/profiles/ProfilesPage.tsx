import schema from 'virtual:resource/movementprofile'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'

/** By which values trips and stops are found. */
export function ProfilesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <ListPage
      title={t('tracking:movementProfiles.title')}
      text={t('tracking:movementProfiles.text')}
      create={{ to: paths.movementProfile(), label: t('tracking:movementProfiles.new'), whenEmpty: true }}
      links={[{ to: paths.trackers(), label: t('tracking:trackers.title') }]}
      resource="movementprofile"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name' },
        { name: 'kind' },
        { name: 'default_for' },
        { name: 'created_at', hidden: true },
        { name: 'modified_at', hidden: true },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.movementProfile({ id })}
      removable
      empty={t('tracking:movementProfiles.empty')}
    />
  )
}
