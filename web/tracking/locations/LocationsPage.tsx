import schema from 'virtual:resource/location'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { toDms } from '../../kit/format/format.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useOwners } from '../kit/useOwners.ts'

/** Places with a name. */
export function LocationsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const ownerOf = useOwners(organisation_id)
  return (
    <ListPage
      title={t('tracking:locations.title')}
      text={t('tracking:locations.text')}
      create={{ to: paths.location(), label: t('tracking:locations.new'), whenEmpty: true }}
      resource="location"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name' },
        { name: 'position', show: ({ position: { coordinates } }) => toDms(coordinates[0]!, coordinates[1]!) },
        { name: 'owner_user_id', show: ({ owner_user_id }) => ownerOf(owner_user_id) },
        { name: 'created_at' },
        { name: 'modified_at', hidden: true },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.location({ id })}
      removable
      empty={t('tracking:locations.empty')}
    />
  )
}
