import schema from 'virtual:resource/firedrill'
import { Alert, List as Steps, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useRefresh } from '../../kit/lists/useRefresh.ts'
import { keys } from '../keys.ts'
import { Monthly } from './Monthly.tsx'
import { StartDialog } from './StartDialog.tsx'
import { useDrillText } from './useDrillText.ts'

/** The fire drills of an organisation: what they are, one now, the monthly one, and what came of those before. */
export function DrillsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [open, setOpen] = useState(false)
  const { what, failure } = useDrillText()
  useRefresh('firedrill')
  const first = useQuery({
    queryKey: keys.anyDrill(organisation_id),
    queryFn: async () => (await guarded(client.list('firedrill', { organisation_id, limit: 1 }))).data.length === 0,
  })
  return (
    <ListPage
      title={t('tracking:drills.title')}
      text={t('tracking:drills.text')}
      create={{ run: () => setOpen(true), label: t('tracking:drills.start'), whenEmpty: true }}
      links={[
        { to: paths.alerts(), label: t('tracking:alertsPage.title') },
        { to: paths.settings({ tab: 'alerts' }), label: t('tracking:home.notified') },
      ]}
      resource="firedrill"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'created_at' },
        { name: 'kind', show: (drill) => what(drill) },
        { name: 'state', show: (drill) => failure(drill) ?? t(`tracking:drills.states.${drill.state}`) },
        {
          name: 'reached',
          show: ({ state, reached, expected }) =>
            state === 'ended' ? t('tracking:drills.result', { reached, expected }) : '–',
        },
        { name: 'acknowledged' },
        {
          name: 'started_by',
          show: ({ started_by, scheduled_for }) =>
            started_by ?? (scheduled_for ? t('tracking:drills.facts.plan') : '–'),
        },
        { name: 'ended_at', hidden: true },
      ]}
      nameOf={(drill) => what(drill)}
      open={({ id }) => paths.fireDrill({ id })}
      empty={t('tracking:drills.none')}
    >
      {first.data && <FirstTime />}
      <Monthly organisation_id={organisation_id} />
      {open && <StartDialog organisation_id={organisation_id} close={() => setOpen(false)} />}
    </ListPage>
  )
}

/** What a drill does, before there was one. */
function FirstTime() {
  const { t } = useTranslation()
  return (
    <Alert color="teal" variant="light" title={t('tracking:drills.first.title')} mb="lg" maw={760}>
      <Steps type="ordered" size="sm" spacing={6}>
        <Steps.Item>{t('tracking:drills.first.tracker')}</Steps.Item>
        <Steps.Item>{t('tracking:drills.first.messages')}</Steps.Item>
        <Steps.Item>{t('tracking:drills.first.report')}</Steps.Item>
      </Steps>
      <Text size="sm" mt="sm">
        {t('tracking:drills.first.cost')}
      </Text>
    </Alert>
  )
}
