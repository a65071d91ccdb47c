import schema from 'virtual:resource/basemap'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { paths } from '../../core/paths.ts'
import { RecordPage } from '../../kit/record/RecordPage.tsx'

/** The base map of `?id=`, or a new one. */
export function BasemapPage() {
  const { t } = useTranslation()
  return (
    <RecordPage
      key={useSearchParams()[0].get('id')}
      resource="basemap"
      schema={schema}
      nameOf={({ name }) => name}
      page={paths.basemap}
      list={paths.basemaps}
      fields={['name', 'kind', 'light_url', 'dark_url', 'hosts', 'attribution', 'max_zoom']}
      required={['name', 'kind', 'light_url']}
      defaults={{ kind: 'style', hosts: [] }}
      texts={{
        title: t('site:basemaps.title'),
        create: t('site:basemaps.new'),
        text: t('site:basemaps.text'),
        missing: t('site:basemaps.missing'),
        created: t('site:basemaps.created'),
      }}
    />
  )
}
