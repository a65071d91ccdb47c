import schema from 'virtual:resource/unknowndevice'
import { Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded, post } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { keys } from '../keys.ts'
import { LastBytes } from './LastBytes.tsx'

const statuses = ['unregistered', 'not_allowed', 'registered', 'unreadable'] as const

/** Devices that report with an unregistered number, or that nothing can read; selected ones become trackers. */
export function UnknownDevicesPage() {
  const { t } = useTranslation()
  const mine = useSession((session) => session.organisation_id)!
  const [organisation_id, setOrganisation] = useState(mine)
  const { data: organisations = [] } = useQuery({
    queryKey: keys.organisations(),
    queryFn: async () => (await guarded(client.list('organisation', { limit: 1000 }))).data,
  })
  const [status] = useFilter('status', statuses)
  const organisation = organisations.find(({ id }) => id === organisation_id)?.name ?? ''
  return (
    <ListPage
      title={t('tracking:unknownDevices.title')}
      text={t('tracking:unknownDevices.text')}
      resource="unknowndevice"
      schema={schema}
      filters={status ? { status } : {}}
      columns={[
        { name: 'number', show: ({ number }) => number ?? t('tracking:unknownDevices.noNumber') },
        { name: 'protocol' },
        { name: 'address' },
        { name: 'first_seen' },
        { name: 'last_seen' },
        { name: 'count' },
        { name: 'status', show: ({ status, protocol }) => t(`tracking:unknownDevices.status.${status}`, { protocol }) },
        { name: 'readable_by', show: ({ readable_by }) => readable_by.join(', ') },
        { name: 'bytes', show: (row) => <LastBytes {...row} /> },
      ]}
      nameOf={({ number, address }) => number ?? address}
      bulk={[
        {
          label: t('tracking:unknownDevices.adopt', { organisation }),
          run: async ({ id }) => {
            await post('unknowndevice/adopt', { id, organisation_id })
            await refresh('tracker')
          },
        },
      ]}
      empty={t('tracking:unknownDevices.empty')}
    >
      <Group mb="md">
        <SelectFilter
          name="status"
          values={statuses}
          label={t('tracking:fields.unknowndevice.status')}
          textOf={(value) => t(`tracking:unknownDevices.only.${value}`)}
        />
        <Select
          label={t('tracking:unknownDevices.to')}
          maw={320}
          searchable
          allowDeselect={false}
          value={String(organisation_id)}
          data={organisations.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(value) => value && setOrganisation(Number(value))}
        />
      </Group>
    </ListPage>
  )
}
