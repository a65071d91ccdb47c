import schema from 'virtual:resource/tag'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { GroupName } from '../groups/GroupName.tsx'

/** The words that trackers are given beside their group. */
export function TagsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <ListPage
      title={t('tracking:tags.title')}
      text={t('tracking:tags.text')}
      create={{ to: paths.tag(), label: t('tracking:tags.new'), whenEmpty: true }}
      links={[{ to: paths.trackers(), label: t('tracking:trackers.title') }]}
      resource="tag"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name', show: ({ name, colour }) => <GroupName name={name} colour={colour} /> },
        { name: 'trackers', end: true },
        { name: 'created_at', hidden: true },
        { name: 'modified_at', hidden: true },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.tag({ id })}
      linksOf={({ id }) => [{ label: t('tracking:tags.show'), to: paths.trackers({ tag: id }) }]}
      removable
      empty={t('tracking:tags.empty')}
    />
  )
}
