import { Alert, Badge, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { ActionButton } from '../../kit/actions/ActionButton.tsx'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { keys } from '../keys.ts'
import { DrillAnswers } from './DrillAnswers.tsx'
import { DrillLines, type Lines } from './DrillLines.tsx'
import { useDrillText } from './useDrillText.ts'
import { useRunningDrills } from './useRunningDrills.ts'

/** The drill of `?id=`: who gets its messages acknowledges it here, administrators watch it and read its report. */
export function DrillPage() {
  const { t } = useTranslation()
  const [params] = useAddress()
  const id = Number(params.get('id'))
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useAdministers(organisation_id)
  const running = useRunningDrills(organisation_id)
  const own = running.data?.find((drill) => drill.id === id)
  const via = params.get('from') === 'message' ? 'message' : 'page'
  // An address without a drill has no report.
  const reports = administers && id > 0
  if (!administers && running.isPending) return <PageLoader />
  return (
    <Page title={t('tracking:drills.title')} width="record">
      {own && <Yours drill={own} via={via} refetch={running.refetch} />}
      {reports && <Report id={id} />}
      {!reports && !own && <Alert color="gray">{t('tracking:drills.missing')}</Alert>}
    </Page>
  )
}

function Yours({ drill, via, refetch }: YoursProps) {
  const { t } = useTranslation()
  return (
    <Alert color="yellow" title={t('tracking:drills.yours.title')} mb="xl">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('tracking:drills.yours.text')}</Text>
        {drill.answered_at ? (
          <Text fw={600}>{t('tracking:drills.yours.thanks')}</Text>
        ) : (
          <ActionButton
            variant="filled"
            run={() => client.act('POST firedrill/acknowledge', { id: drill.id, via })}
            after={refetch}
            changes={['firedrill', 'alert']}
          >
            {t('tracking:drills.yours.acknowledge')}
          </ActionButton>
        )}
      </Stack>
    </Alert>
  )
}

function Report({ id }: { id: number }) {
  const { t } = useTranslation()
  const drill = useQuery({
    queryKey: keys.drill(id),
    queryFn: async () => (await guarded(client.read('firedrill', id))).data,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'ended' ? EVERY : false),
  })
  const lines = useQuery({
    queryKey: keys.drillLines(id, drill.data?.state),
    queryFn: async () => (await guarded(client.act('GET firedrill/lines', { id }))).data,
    enabled: drill.data !== undefined,
    refetchInterval: drill.data?.state === 'ended' ? false : EVERY,
    placeholderData: (before) => before,
  })
  if (drill.isError) return <Alert color="gray">{t('tracking:drills.missing')}</Alert>
  if (!drill.data) return <PageLoader />
  return (
    <>
      <Head drill={drill.data} lines={lines.data?.lines ?? none} answers={lines.data?.answers.length ?? 0} />
      <DrillLines
        lines={lines.data?.lines ?? none}
        waits={drill.data.raised_at === null && drill.data.state !== 'ended'}
      />
      <DrillAnswers answers={lines.data?.answers ?? noAnswers} ended={drill.data.state === 'ended'} />
    </>
  )
}

function Head({ drill, lines, answers }: { drill: Row<'firedrill'>; lines: Lines; answers: number }) {
  const { t } = useTranslation()
  const { moment, time } = useTimes()
  const { what, failure } = useDrillText()
  const { state, started_at, raised_at, ended_at, ended_by, ends_at } = drill
  const asked = lines.filter((line) => line.state !== 'not_asked')
  const reached = asked.filter((line) => line.state === 'reached').length
  const since = raised_at && started_at ? Math.round((Date.parse(raised_at) - Date.parse(started_at)) / 1000) : null
  const end =
    ended_at && ended_by === 'person'
      ? t('tracking:drills.ended.person', { name: drill.stopped_by ?? '–', time: moment(ended_at) })
      : ended_at && ended_by === 'time'
        ? t('tracking:drills.ended.time', { time: moment(ended_at) })
        : ended_at && t('tracking:drills.ended.failure')
  return (
    <Stack mb="xl">
      <Group gap="sm">
        <Text fw={600}>{t('tracking:drills.one', { time: moment(drill.created_at) })}</Text>
        <Badge color={state === 'ended' ? 'gray' : 'teal'} variant="light">
          {t(`tracking:drills.states.${state}`)}
        </Badge>
      </Group>
      {state !== 'ended' && (
        <Stack gap={6} aria-live="polite">
          <Progress
            value={raised_at === null ? 15 : asked.length === 0 ? 40 : 40 + (60 * reached) / asked.length}
            animated
            aria-label={t('tracking:drills.states.running')}
          />
          <Text size="sm">
            {[
              since === null
                ? t('tracking:drills.progress.begun')
                : t('tracking:drills.progress.raised', { seconds: since }),
              ...(since === null ? [] : [t('tracking:drills.progress.reached', { reached, expected: asked.length })]),
              ...(answers > 0 ? [t('tracking:drills.progress.acknowledged', { count: answers })] : []),
            ].join(' · ')}
          </Text>
          {ends_at && (
            <Text size="sm" c="dimmed">
              {t('tracking:drills.progress.ends', { time: time(ends_at, Date.now()) })}
            </Text>
          )}
          <ConfirmButton
            label={t('tracking:drills.end')}
            run={() => client.act('POST firedrill/end', { id: drill.id })}
          />
        </Stack>
      )}
      {drill.failure && <Alert color="red">{failure(drill)}</Alert>}
      <Facts
        facts={[
          [t('tracking:drills.facts.kind'), what(drill)],
          [t('tracking:drills.facts.by'), drill.started_by ?? t('tracking:drills.facts.plan')],
          [t('tracking:drills.facts.started'), started_at && moment(started_at, true)],
          [t('tracking:drills.facts.raised'), raised_at && moment(raised_at, true)],
          ...(end ? [[t('tracking:drills.facts.end'), end] as const] : []),
        ]}
      />
    </Stack>
  )
}

const none: Lines = []
const noAnswers: never[] = []
/** Milliseconds between two looks while it runs. */
const EVERY = 1500

type YoursProps = {
  drill: { id: number; answered_at: string | null }
  via: 'message' | 'page'
  refetch: () => Promise<unknown>
}
