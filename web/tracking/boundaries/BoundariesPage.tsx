import schema from 'virtual:resource/boundary'
import { Menu } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import type { Column } from '../../kit/lists/Table.tsx'
import { useOwners } from '../kit/useOwners.ts'
import { ExportItems } from '../reports/ExportItems.tsx'
import { useReports } from '../reports/useReports.tsx'
import { Preview } from './Preview.tsx'

export function BoundariesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const ownerOf = useOwners(organisation_id)
  const reports = useReports('boundaries')
  return (
    <ListPage
      title={t('tracking:boundaries.title')}
      menu={
        <>
          {reports.items}
          <Menu.Label>{t('tracking:boundaries.export')}</Menu.Label>
          <ExportItems plural="boundaries" query={{ organisation_id }} formats={['geojson', 'kml']} />
        </>
      }
      links={[
        { to: paths.places(), label: t('tracking:places.title') },
        { to: paths.locations(), label: t('tracking:locations.title') },
      ]}
      create={{ to: paths.boundaryEdit(), label: t('tracking:boundaries.new'), whenEmpty: true }}
      resource="boundary"
      schema={schema}
      filters={{ organisation_id }}
      columns={columnsOf(t, ownerOf)}
      nameOf={({ name }) => name}
      open={({ id }) => paths.boundary({ id })}
      linksOf={({ id }) => [{ label: t('tracking:connect.edit'), to: paths.boundaryEdit({ id }) }]}
      bulk={[
        { label: t('tracking:boundaries.activate'), run: ({ id }) => client.update('boundary', { id, active: true }) },
        {
          label: t('tracking:boundaries.deactivate'),
          run: ({ id }) => client.update('boundary', { id, active: false }),
        },
      ]}
      changing={{ organisation_id, fields: ['buffer_m', 'speed_limit', 'use_accuracy'] }}
      removable
      empty={t('tracking:boundaries.empty')}
    >
      {reports.dialog}
    </ListPage>
  )
}

function columnsOf(t: TFunction, ownerOf: (id: number | null) => string): Column<'boundary'>[] {
  return [
    { name: 'name' },
    { name: 'geometry', show: (boundary) => <Preview boundary={boundary} /> },
    { name: 'owner_user_id', show: ({ owner_user_id }) => ownerOf(owner_user_id) },
    { name: 'rule', show: ({ rule }) => t(`tracking:boundaries.rules.${rule}.name`) },
    { name: 'active' },
    { name: 'buffer_m', end: true },
    {
      name: 'tracker_ids',
      show: ({ all_trackers, tracker_ids }) =>
        all_trackers ? t('tracking:boundaries.all') : t('tracking:boundaries.count', { count: tracker_ids.length }),
    },
    { name: 'created_at' },
    { name: 'modified_at', hidden: true },
  ]
}
