import { Anchor, Badge, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useAdministers, useDispatches } from '../../core/useAdministers.ts'
import { DoneDialog } from './DoneDialog.tsx'
import { type Due, useUse } from './useUse.ts'

/** What is due of an organisation's plans, or of one tracker's, the most urgent first. */
export function DueList({ organisation_id, tracker_id }: { organisation_id: number; tracker_id?: number }) {
  const [done, setDone] = useState<Due | null>(null)
  const query = { organisation_id, ...(tracker_id !== undefined && { tracker_id }) }
  const { data, error } = useQuery({
    queryKey: ['maintenance', 'due', query],
    queryFn: async () => (await client.act('GET maintenance/due', query)).data,
  })
  if (error) return <Text role="alert">{error.message}</Text>
  if (!data) return <Skeleton h={120} aria-hidden />
  if (data.length === 0) return <NoPlans {...query} />
  return (
    <>
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {data.map((due) => (
          <One
            key={`${due.maintenance_plan_id} ${due.tracker_id}`}
            due={due}
            organisation_id={organisation_id}
            named={tracker_id === undefined}
            onDone={() => setDone(due)}
          />
        ))}
      </Stack>
      {done && (
        <DoneDialog
          tracker_id={done.tracker_id}
          organisation_id={organisation_id}
          due={done}
          close={() => setDone(null)}
        />
      )}
    </>
  )
}

function NoPlans({ organisation_id, tracker_id }: { organisation_id: number; tracker_id?: number }) {
  const { t } = useTranslation()
  const administers = useAdministers(organisation_id)
  return (
    <Group>
      <Text c="dimmed">{t(tracker_id ? 'tracking:maintenance.noneOfTracker' : 'tracking:maintenance.none')}</Text>
      {administers && (
        <Button component={Link} to={paths.maintenancePlan()} variant="default">
          {t('tracking:maintenance.newPlan')}
        </Button>
      )}
    </Group>
  )
}

function One({ due, organisation_id, named, onDone }: OneProps) {
  const { t } = useTranslation()
  const dispatches = useDispatches(organisation_id)
  const { used, when, done } = useUse()
  const { plan_name, tracker_name, tracker_id, state } = due
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between" gap="sm">
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Group gap="xs">
            <Text fw={600}>{plan_name}</Text>
            {named && (
              <Anchor component={Link} to={paths.tracker({ id: tracker_id, tab: 'maintenance' })}>
                {tracker_name}
              </Anchor>
            )}
            <Badge variant="light" color={colours[state]} tt="none">
              {t(`tracking:maintenance.states.${state}`)}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {[used(due), when(due), done(due)].filter(Boolean).join(' · ')}
          </Text>
        </div>
        {dispatches && (
          <Button variant="default" onClick={onDone} aria-label={`${t('tracking:maintenance.done')}: ${plan_name}`}>
            {t('tracking:maintenance.done')}
          </Button>
        )}
      </Group>
    </Paper>
  )
}

const colours = { ok: 'teal', soon: 'orange', due: 'red', overdue: 'red' }

type OneProps = { due: Due; organisation_id: number; named: boolean; onDone: () => void }
