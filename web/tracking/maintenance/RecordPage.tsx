import schema from 'virtual:resource/maintenancedone'
import { Anchor } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row, UpdateBody } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useDispatches } from '../../core/useAdministers.ts'
import { Attachments } from '../../files/attachments/Attachments.tsx'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { toMoney } from '../../kit/format/money.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { useDistance } from '../kit/useDistance.ts'

/** What was done to a tracker, with its costs and files: `?id=`. Who does not dispatch reads it. */
export function RecordPage() {
  const { t } = useTranslation()
  const record = useRecord('maintenancedone')
  return (
    <Loaded query={record} title={t('tracking:maintenance.records')} missing={t('tracking:maintenance.missingRecord')}>
      {(row) => <Shown key={row.modified_at} record={row} />}
    </Loaded>
  )
}

function Shown({ record }: { record: Row<'maintenancedone'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const dispatches = useDispatches(record.organisation_id)
  return (
    <Page title={`${record.plan_name ?? t('tracking:maintenance.reading')}: ${day(record.done_on)}`} width="form">
      <Anchor
        component={Link}
        to={paths.tracker({ id: record.tracker_id, tab: 'maintenance' })}
        mb="md"
        display="inline-block"
      >
        {record.tracker_name}
      </Anchor>
      {dispatches ? <RecordForm record={record} /> : <RecordFacts record={record} />}
      <Attachments
        subject={{ maintenance_done_id: record.id }}
        organisation_id={record.organisation_id}
        mayAdd={dispatches}
        text={t('tracking:maintenance.filesText')}
        apart
      />
      {dispatches && <RemoveRecord record={record} />}
    </Page>
  )
}

function RecordForm({ record }: { record: Row<'maintenancedone'> }) {
  const queries = useQueryClient()
  const { update } = useRecordActions('maintenancedone', pages)
  const dated = record.maintenance_plan_id === null ? [] : ['next_on' as const]
  return (
    <ResourceForm
      resource="maintenancedone"
      body={schema.update!}
      row={record}
      groups={[{ fields: ['cost', ...dated, 'odometer_m', 'engine_h', 'note'] }]}
      save={async (body) => {
        const saved = await update(record, body as UpdateBody<'maintenancedone'>)
        await queries.invalidateQueries({ queryKey: ['maintenance'] })
        return saved
      }}
    />
  )
}

function RecordFacts({ record }: { record: Row<'maintenancedone'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const distance = useDistance()
  const { cost, currency, next_on, odometer_m, engine_h, note } = record
  const label = (field: 'cost' | 'next_on' | 'odometer_m' | 'engine_h' | 'note') =>
    t(`tracking:fields.maintenancedone.${field}`)
  return (
    <Facts
      facts={[
        [label('cost'), cost === null ? null : toMoney(cost, currency)],
        [label('next_on'), next_on && day(next_on)],
        [label('odometer_m'), odometer_m === null ? null : distance(odometer_m)],
        [label('engine_h'), engine_h],
        [label('note'), note],
      ]}
    />
  )
}

function RemoveRecord({ record }: { record: Row<'maintenancedone'> }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { remove } = useRecordActions('maintenancedone', pages)
  const run = async () => {
    await remove(record.id)
    await queries.invalidateQueries({ queryKey: ['maintenance'] })
  }
  return (
    <Section title={t('tracking:maintenance.remove')} text={t('tracking:maintenance.removeRecordText')} apart>
      <ConfirmButton label={t('form.remove')} run={run} dangerous />
    </Section>
  )
}

const pages = { page: paths.maintenanceRecord, list: () => paths.maintenanceRecords() }
