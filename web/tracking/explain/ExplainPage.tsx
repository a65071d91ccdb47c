import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { MomentInput } from '../../kit/period/MomentInput.tsx'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { useTrackerReference } from '../kit/useTrackerReference.ts'
import { Explained } from './Explained.tsx'

/** Why the tracker of the address had an alert at a time, or none. */
export function ExplainPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const trackers = useTrackerReference(organisation_id)
  const [params, change] = useAddress()
  const tracker_id = Number(params.get('tracker')) || null
  const alert_id = Number(params.get('alert')) || null
  const at = momentIn(params.get('at'))
  const query = useQuery({
    queryKey: ['explain', tracker_id, alert_id, at],
    queryFn: async () => (await guarded(client.act('GET explain', asked(tracker_id!, alert_id, at)))).data,
    enabled: tracker_id !== null,
  })
  const set = (name: string, value: string | null) =>
    change((before) => {
      before.delete('alert')
      if (name === 'tracker' && at === null) before.delete('at')
      if (value === null) before.delete(name)
      else before.set(name, value)
      return before
    })
  return (
    <Page title={t('tracking:explain.title')} width="record">
      <Text c="dimmed" size="sm" mb="md">
        {t('tracking:explain.text')}
      </Text>
      <Group align="end" mb="xl">
        <ReferencePicker
          reference={trackers}
          label={t('tracking:explain.tracker')}
          placeholder={t('tracking:explain.choose')}
          value={tracker_id}
          onChange={(id) => set('tracker', id === null ? null : String(id))}
          maxWidth={320}
        />
        <MomentInput
          label={t('tracking:explain.at')}
          value={query.data?.at ?? at}
          onChange={(moment) => set('at', moment)}
        />
        <Button variant="default" onClick={() => set('at', new Date().toISOString())}>
          {t('tracking:explain.now')}
        </Button>
      </Group>
      {query.error && <Alert color="red">{sentenceOf(query.error) ?? t('tracking:explain.missing')}</Alert>}
      {query.isLoading && <PageLoader />}
      {query.data && <Explained of={query.data} />}
    </Page>
  )
}

const asked = (tracker_id: number, alert_id: number | null, at: string | null) => ({
  tracker_id,
  ...(at !== null && { at }),
  ...(alert_id !== null && { alert_id }),
})

function momentIn(text: string | null): string | null {
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
