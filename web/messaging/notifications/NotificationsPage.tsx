import schema from 'virtual:resource/notification'
import { useTranslation } from 'react-i18next'
import { post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { stateOf } from './stateOf.ts'
import { useOrganisations } from './useOrganisations.ts'

/** Past, current and scheduled notifications. */
export function NotificationsPage() {
  const { t } = useTranslation()
  const organisations = useOrganisations()
  const audienceOf = (id: number | null) =>
    id === null ? t('messaging:notifications.everybody') : (organisations.get(id) ?? `#${id}`)
  return (
    <ListPage
      title={t('messaging:notifications.title')}
      text={t('messaging:notifications.text')}
      create={{ to: paths.notification(), label: t('messaging:notifications.new') }}
      resource="notification"
      schema={schema}
      columns={[
        { name: 'title' },
        { name: 'organisation_id', show: ({ organisation_id }) => audienceOf(organisation_id) },
        { name: 'announced_at', show: (row) => t(`messaging:notifications.state.${stateOf(row, Date.now())}`) },
        { name: 'begins' },
        { name: 'expires' },
        { name: 'text', hidden: true },
      ]}
      nameOf={({ title }) => title}
      open={({ id }) => paths.notification({ id })}
      bulk={[{ label: t('messaging:notifications.expire'), run: ({ id }) => post('notification/expire', { id }) }]}
      removable
      empty={t('messaging:notifications.empty')}
    />
  )
}
