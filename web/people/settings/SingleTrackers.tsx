import schema from 'virtual:resource/usertrackerconfig'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded, post } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import type { FieldName } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { sayDone, sayFailed } from '../../kit/ui/say.ts'
import { troubledBelow } from '../../messaging/recipients/fields.tsx'
import { TrackerSelect } from '../../tracking/choosers/TrackerSelect.tsx'
import { TrackerName } from '../../tracking/fleet/TrackerName.tsx'

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
  queryKey: queryKeys.userTrackerConfigs(organisation_id, user_id),
  queryFn: async () =>
    (await guarded(client.list('usertrackerconfig', { organisation_id, user_id, limit: 1000 }))).data,
  staleTime: 0,
})

/** What a person wants otherwise for one tracker; `?tracker=` chooses it. */
export function SingleTrackers({ user_id, organisation_id }: { user_id: number; organisation_id: number }) {
  const { t } = useTranslation()
  const asked = Number(useSearchParams()[0].get('tracker')) || null
  const [chosen, setChosen] = useState<number | null>(asked)
  const { data: configs, isError } = useQuery(configsOf(organisation_id, user_id))
  if (isError) return <Alert color="red">{t('people:settings.failed')}</Alert>
  if (!configs) return null
  const config = configs.find(({ tracker_id }) => tracker_id === chosen)
  return (
    <Section title={t('people:alerts.single')} text={t('people:alerts.singleText')}>
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
              variant={tracker_id === chosen ? 'filled' : 'default'}
              onClick={() => setChosen(tracker_id)}
            >
              <TrackerName id={tracker_id} />
            </Button>
          ))}
        </Group>
      )}
      <div style={{ maxWidth: 320 }}>
        <TrackerSelect
          organisation_id={organisation_id}
          label={t('people:alerts.singleTracker')}
          placeholder={t('people:alerts.singleChoose')}
          value={chosen}
          onChange={setChosen}
        />
      </div>
      {chosen !== null && (
        <Wishes key={`${chosen} ${config?.modified_at}`} tracker_id={chosen} {...{ organisation_id, config, look }} />
      )}
    </Section>
  )

  function look() {
    return queries.invalidateQueries({ queryKey: configsOf(organisation_id, user_id).queryKey })
  }
}

function Wishes({ tracker_id, organisation_id, config, look }: WishesProps) {
  const { t } = useTranslation()
  const save = async (body: object) => {
    const { message } = await guarded(post<Config>('usertrackerconfig/save', { tracker_id, ...body }))
    sayDone(message ?? t('people:settings.saved'))
    await look()
  }
  const forget = async () => {
    try {
      await guarded(client.remove('usertrackerconfig', config!.id))
      sayDone(t('people:alerts.singleForgotten'))
      await look()
    } catch (error) {
      sayFailed(error, t('form.unreachable'))
    }
  }
  return (
    <ResourceForm
      resource="usertrackerconfig"
      body={schema.update!}
      row={config ?? {}}
      fields={fields}
      below={troubledBelow(organisation_id)}
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
type WishesProps = {
  tracker_id: number
  organisation_id: number
  config: Config | undefined
  look: () => Promise<void>
}
