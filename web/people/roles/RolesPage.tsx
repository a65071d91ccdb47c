import schema from 'virtual:resource/role'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { areas } from './areas.ts'
import { useMakesRoles } from './useMakesRoles.ts'

/** The roles of the organisation's own. */
export function RolesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const makes = useMakesRoles(organisation_id)
  return (
    <ListPage
      title={t('people:roles.title')}
      text={t('people:roles.text')}
      {...(makes && { create: { to: paths.role(), label: t('people:roles.new'), whenEmpty: true } })}
      resource="role"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name' },
        { name: 'base', show: ({ base }) => (base ? choiceOf(t, base) : '') },
        {
          name: 'areas',
          show: (row) =>
            areas
              .filter((area) => row.areas?.[area])
              .map(nameOf)
              .join(', '),
        },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.role({ id })}
      removable={makes}
      empty={t('people:roles.none')}
    />
  )

  function nameOf(area: (typeof areas)[number]) {
    return t(`people:roles.areas.${area}.name`)
  }
}
