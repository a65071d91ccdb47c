import { Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf, doneOf, type FieldName, labelOf } from '../../kit/forms/labels.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { updateRecord } from '../../kit/record/useRecordActions.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { keys } from '../keys.ts'
import { stateColour } from '../kit/states.ts'
import { GoalProgress } from './GoalProgress.tsx'

const texts: FieldName<'devgoal'>[] = [
  ...(['plan_category', 'identifying_method', 'achievement_method', 'specific', 'measurable', 'action'] as const),
  'realistic',
]

/** The goal of `?id=` with its progress and the activities towards it. */
export function GoalPage() {
  const { t } = useTranslation()
  const record = useRecord('devgoal')
  return (
    <Loaded query={record} title={t('cpd:goals.title')} missing={t('cpd:goals.missing')}>
      {(goal) => <Shown key={goal.id} goal={goal} />}
    </Loaded>
  )
}

function Shown({ goal }: { goal: Row<'devgoal'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const is_own = useSession(({ user }) => user?.id === goal.user_id)
  const { id, description, state, timely, predefined, compulsory, devplan_id } = goal
  const { run } = useAction()
  const change = (to: 'open' | 'achieved' | 'dropped') =>
    run(() => updateRecord('devgoal', goal, { state: to }), doneOf(t, 'devgoal', 'saved'))
  const facts = texts.map((name) => [name, String(goal[name as keyof typeof goal] ?? '')] as const)
  return (
    <Page
      title={description}
      actions={
        is_own && (
          <>
            {!predefined && (
              <Button component={Link} to={paths.goalEdit({ id })} variant="default">
                {t('cpd:activities.change')}
              </Button>
            )}
            <Button component={Link} to={paths.activityEdit({ goal: id })}>
              {t('cpd:activities.add')}
            </Button>
          </>
        )
      }
    >
      <Group gap="xs" mb="md">
        <Badge variant="light" color={stateColour(state)}>
          {choiceOf(t, state)}
        </Badge>
        {compulsory && (
          <Badge variant="light" color="orange">
            {t('cpd:goals.compulsory')}
          </Badge>
        )}
        {predefined && (
          <Text size="sm" c="dimmed">
            {t('cpd:goals.predefinedText')}
          </Text>
        )}
      </Group>
      <Facts
        facts={[
          ...facts.filter(([, value]) => value).map(([name, value]) => [labelOf(t, 'devgoal', name), value] as const),
          [labelOf(t, 'devgoal', 'timely'), timely && day(timely)],
        ]}
      />
      {is_own && (
        <Group gap="sm" my="md">
          {state !== 'achieved' && (
            <Button variant="default" onClick={() => change('achieved')}>
              {t('cpd:goals.achieve')}
            </Button>
          )}
          {state === 'open' && (
            <Button variant="subtle" color="gray" onClick={() => change('dropped')}>
              {t('cpd:goals.drop')}
            </Button>
          )}
          {state !== 'open' && (
            <Button variant="subtle" color="gray" onClick={() => change('open')}>
              {t('cpd:goals.reopen')}
            </Button>
          )}
          {devplan_id && <Link to={paths.plan({ id: devplan_id })}>{t('cpd:goals.toPlan')}</Link>}
        </Group>
      )}
      <GoalProgress goal={goal} is_own={is_own} />
      <Activities devgoal_id={id} />
    </Page>
  )
}

function Activities({ devgoal_id }: { devgoal_id: number }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { data: activities = [] } = useQuery({
    queryKey: keys.activitiesOfGoal(devgoal_id),
    queryFn: async () => (await guarded(client.list('devactivity', { devgoal_id, limit: 100 }))).data,
    staleTime: 0,
  })
  if (activities.length === 0) return null
  return (
    <Section title={t('cpd:activities.title')}>
      <Facts
        facts={activities.map(({ id, target, completed_on, hours }) => [
          completed_on ? day(completed_on) : choiceOf(t, 'draft'),
          <span key={id}>
            <Link to={paths.activity({ id })}>{target || t('cpd:activities.untitled')}</Link>{' '}
            {t('cpd:hours', { hours })}
          </span>,
        ])}
      />
    </Section>
  )
}
