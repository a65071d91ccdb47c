import schema from 'virtual:resource/basemap'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'

/** Base maps that platform administrators have added. */
export function BasemapsPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      title={t('site:basemaps.title')}
      text={t('site:basemaps.text')}
      create={{ to: paths.basemap(), label: t('site:basemaps.new'), whenEmpty: true }}
      links={[{ to: paths.website(), label: t('site:website.title') }]}
      resource="basemap"
      schema={schema}
      columns={[
        { name: 'name' },
        { name: 'kind', show: ({ kind }) => choiceOf(t, kind) },
        { name: 'light_url' },
        { name: 'dark_url', hidden: true },
        { name: 'attribution', hidden: true },
        { name: 'modified_at', hidden: true },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.basemap({ id })}
      removable
      empty={t('site:basemaps.empty')}
    />
  )
}
