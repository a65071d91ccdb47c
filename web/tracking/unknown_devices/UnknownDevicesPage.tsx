import schema from 'virtual:resource/unknowndevice'
import { Group, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded, post } from '../../core/api.ts'
import { installation } from '../../core/installation.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { keys } from '../keys.ts'
import { type Advice, adviceOn } from './advice.ts'
import { LastBytes } from './LastBytes.tsx'

const statuses = ['unregistered', 'not_allowed', 'registered', 'unreadable'] as const

/** Devices that were refused, why, and what to do next; selected ones become trackers. */
export function UnknownDevicesPage() {
  const { t } = useTranslation()
  const mine = useSession((session) => session.organisation_id)!
  const [organisation_id, setOrganisation] = useState(mine)
  const { data: organisations = [] } = useQuery({
    queryKey: keys.organisations(),
    queryFn: async () => (await guarded(client.list('organisation', { limit: 1000 }))).data,
  })
  const { data: server } = useQuery(installation)
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
        { name: 'first_seen', hidden: true },
        { name: 'last_seen' },
        { name: 'count', hidden: true },
        { name: 'status', show: ({ status, protocol }) => t(`tracking:unknownDevices.status.${status}`, { protocol }) },
        { name: 'readable_by', wide: true, show: (row) => <Next advice={adviceOn(row, server?.devices ?? [])} /> },
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

/** Read whole, so on several lines where it needs them. */
function Next({ advice: { key, values } }: { advice: Advice }) {
  const { t } = useTranslation()
  return (
    <Text size="sm" style={{ whiteSpace: 'normal' }}>
      {t(`tracking:unknownDevices.next.${key}`, values)}
    </Text>
  )
}
