import schema from 'virtual:resource/usertrackerconfig'
import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded, post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { queries } from '../../core/queries.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import type { FieldName } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { addressWarningsBelow } from '../../messaging/recipients/fields.tsx'
import { keys } from '../keys.ts'
import { TrackerName } from '../kit/TrackerName.tsx'
import { useTrackerReference } from '../kit/useTrackerReference.ts'

const fields: FieldName<'usertrackerconfig'>[] = [
  'alert_email',
  'alert_sms',
  'alert_push',
  'alert_on_return',
  'alert_alarms',
  'alert_offline',
  'remind_every_s',
  'email_recipients',
  'phone_recipients',
]

const configsOf = (organisation_id: number, user_id: number) => ({
  queryKey: keys.userTrackerConfigs(organisation_id, user_id),
  queryFn: async () =>
    (await guarded(client.list('usertrackerconfig', { organisation_id, user_id, limit: 1000 }))).data,
  staleTime: 0,
})

/** Overrides of the notification preferences for single trackers; `?tracker=` selects one. */
export function TrackerOverrides({ user_id, organisation_id }: { user_id: number; organisation_id: number }) {
  const { t } = useTranslation()
  const trackers = useTrackerReference(organisation_id)
  const addressed = Number(useSearchParams()[0].get('tracker')) || null
  const [selected, setSelected] = useState<number | null>(addressed)
  const { data: configs, isError } = useQuery(configsOf(organisation_id, user_id))
  if (isError) return <Alert color="red">{t('people:settings.failed')}</Alert>
  if (!configs) return null
  const config = configs.find(({ tracker_id }) => tracker_id === selected)
  return (
    <Section title={t('people:alerts.single')} text={t('people:alerts.singleText')}>
      <Anchor component={Link} to={paths.explain({ ...(selected !== null && { tracker: selected }) })} size="sm">
        {t('tracking:explain.whyNot')}
      </Anchor>
      {configs.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t('people:alerts.singleNone')}
        </Text>
      ) : (
        <Group gap="xs">
          <Text size="sm">{t('people:alerts.singleOthers')}</Text>
          {configs.map(({ tracker_id }) => (
            <Button
              key={tracker_id}
              size="compact-sm"
              maw="100%"
              variant={tracker_id === selected ? 'filled' : 'default'}
              onClick={() => setSelected(tracker_id)}
            >
              <TrackerName id={tracker_id} />
            </Button>
          ))}
        </Group>
      )}
      <div style={{ maxWidth: 320 }}>
        <ReferencePicker
          reference={trackers}
          label={t('people:alerts.singleTracker')}
          placeholder={t('people:alerts.singleChoose')}
          value={selected}
          onChange={setSelected}
        />
      </div>
      {selected !== null && (
        <OverrideForm
          key={`${selected} ${config?.modified_at}`}
          tracker_id={selected}
          organisation_id={organisation_id}
          config={config}
          refresh={refresh}
        />
      )}
    </Section>
  )

  function refresh() {
    return queries.invalidateQueries({ queryKey: configsOf(organisation_id, user_id).queryKey })
  }
}

function OverrideForm({ tracker_id, organisation_id, config, refresh }: OverrideFormProps) {
  const { t } = useTranslation()
  const save = async (body: object) => {
    const { message } = await guarded(post<Config>('usertrackerconfig/save', { tracker_id, ...body }))
    showSuccess(message ?? t('people:settings.saved'))
    await refresh()
  }
  const { run } = useAction()
  const forget = () =>
    run(async () => {
      await client.remove('usertrackerconfig', config!.id)
      await refresh()
    }, t('people:alerts.singleForgotten'))
  return (
    <ResourceForm
      resource="usertrackerconfig"
      body={schema.update!}
      row={config ?? {}}
      fields={fields}
      below={addressWarningsBelow(organisation_id)}
      save={save}
      cancel={
        config && (
          <Button variant="subtle" color="gray" onClick={forget}>
            {t('people:alerts.singleForget')}
          </Button>
        )
      }
    />
  )
}

type Config = Row<'usertrackerconfig'>
type OverrideFormProps = {
  tracker_id: number
  organisation_id: number
  config: Config | undefined
  refresh: () => Promise<void>
}
