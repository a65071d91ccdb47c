import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, type Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { saveConfig } from '../../core/saveConfig.ts'
import { useSession } from '../../core/session.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Section } from '../../kit/page/Section.tsx'
import { showFailure, showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import { pushStatus, subscribe, unsubscribe } from './browser.ts'

const here = { queryKey: keys.pushHere(), queryFn: pushStatus, staleTime: 0 }
const all = {
  queryKey: keys.pushSubscriptions(),
  queryFn: async () => (await guarded(client.list('pushsubscription', { limit: 100 }))).data,
  staleTime: 0,
}

/** Push notifications: switched on for this browser, switched off for any. */
export function PushInThisBrowser() {
  const { t } = useTranslation()
  const { data: state } = useQuery(here)
  const { data: browsers = [] } = useQuery(all)
  if (!state) return null
  const mine = state.able ? browsers.find(({ endpoint }) => endpoint === state.endpoint) : undefined
  return (
    <Section title={t('messaging:push.title')} text={t('messaging:push.text')}>
      {state.able ? <Switch mine={mine} /> : <Alert color="gray">{t(`messaging:push.${state.why}`)}</Alert>}
      {browsers.length > 0 && <Browsers browsers={browsers} mine={mine} />}
    </Section>
  )
}

function Switch({ mine }: { mine: Subscription | undefined }) {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const [busy, setBusy] = useState(false)
  const working = async (work: () => Promise<void>) => {
    setBusy(true)
    await work().catch((error) => {
      if (error instanceof ApiError) showFailure(error, t('form.unreachable'))
      else showFailure(null, t('messaging:push.refused', { reason: (error as Error).message }))
    })
    await refreshStatus()
    setBusy(false)
  }
  const switchOn = async () => {
    if (!(await subscribe())) return
    const config = { organisation_id: organisation_id!, alert_tracker_push: true, alert_phone_push: true }
    await saveConfig(queries, user!.id, config)
    showSuccess(t('messaging:push.switchedOn'))
  }
  const switchOff = async () => {
    await unsubscribe()
    await guarded(client.remove('pushsubscription', mine!.id))
    showSuccess(t('messaging:push.switchedOff'))
  }
  return (
    <Group>
      <Text>{t(mine ? 'messaging:push.on' : 'messaging:push.off')}</Text>
      <Button variant="default" loading={busy} onClick={() => working(mine ? switchOff : switchOn)}>
        {t(mine ? 'messaging:push.switchOff' : 'messaging:push.switchOn')}
      </Button>
    </Group>
  )
}

function Browsers({ browsers, mine }: { browsers: Subscription[]; mine: Subscription | undefined }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { run } = useAction({ after: refreshStatus })
  const end = ({ id }: Subscription) =>
    run(async () => {
      if (id === mine?.id) await unsubscribe()
      await client.remove('pushsubscription', id)
    })
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {t('messaging:push.browsers')}
      </Text>
      {browsers.map((each) => (
        <Group key={each.id} gap="sm" mb={6}>
          <Text size="sm">
            {new URL(each.endpoint).host} {t('messaging:push.since', { time: moment(each.created_at) })}
            {each.id === mine?.id && ` (${t('messaging:push.here')})`}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => end(each)}>
            {t('messaging:push.end')}
          </Button>
        </Group>
      ))}
    </div>
  )
}

const refreshStatus = () => queries.invalidateQueries({ queryKey: keys.push() })
type Subscription = Row<'pushsubscription'>
