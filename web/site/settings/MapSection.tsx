import body from 'virtual:body/website'
import { Anchor, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { queries } from '../../core/queries.ts'
import type { Website } from '../../core/types.ts'
import { labelOf } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { keys } from '../../tracking/keys.ts'
import { mapSettings } from '../../tracking/map/choice/mapSettings.ts'
import { useBasemapName } from '../../tracking/map/choice/useBasemapName.ts'

/** Which base maps the map offers, and the default one. */
export function MapSection({
  website,
  save,
}: {
  website: Website
  save: (changes: Record<string, unknown>) => Promise<unknown>
}) {
  const { t } = useTranslation()
  const { data } = useQuery(mapSettings)
  const nameOf = useBasemapName()
  const [initial, setInitial] = useState<string | null>(null)
  const saveMap = async (changes: object) => {
    await save({ ...changes, ...(initial !== null && { basemap: initial }) })
    setInitial(null)
    await queries.invalidateQueries({ queryKey: keys.map() })
  }
  return (
    <Section title={t('site:map.title')} text={t('site:map.text')}>
      <ResourceForm
        key={JSON.stringify(website)}
        resource="website"
        body={body}
        row={website}
        fields={['openfreemap', 'map_key', 'map_style_url']}
        changed={initial !== null}
        submit={t('site:map.save')}
        save={saveMap}
        extra={() => (
          <>
            <NativeSelect
              label={labelOf(t, 'website', 'basemap')}
              description={t('site:map.initialText')}
              value={initial ?? data?.basemap ?? ''}
              data={(data?.basemaps ?? []).map((basemap) => ({ value: basemap.id, label: nameOf(basemap) }))}
              onChange={(event) => setInitial(event.currentTarget.value)}
            />
            <Anchor component={Link} to={paths.basemaps()} size="sm">
              {t('site:map.own')}
            </Anchor>
          </>
        )}
      />
    </Section>
  )
}
