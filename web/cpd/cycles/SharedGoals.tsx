import { Badge, Button, Group, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DataOf, Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { keys } from '../keys.ts'
import { Notice } from '../kit/Notice.tsx'
import classes from '../plan/Goals.module.css'
import { roles } from './audience.ts'

/** The goals that all people of a cycle get with their plans; new ones are given to plans that exist, too. */
export function SharedGoals({ cycle }: { cycle: Row<'devcycle'> }) {
  const { t } = useTranslation()
  const { data: goals = [] } = useQuery({
    queryKey: keys.sharedGoals(cycle.id),
    queryFn: async () =>
      (await guarded(client.list('devgoal', { devcycle_id: cycle.id, shared: true, limit: 500 }))).data,
    staleTime: 0,
  })
  const open = cycle.expired_at === null
  return (
    <Section title={t('cpd:cycles.goals')} text={t('cpd:cycles.goalsText')} apart>
      {goals.length > 0 && (
        <ul className={classes.list}>
          {goals.map(({ id, description, plan_category, compulsory }) => (
            <li key={id} className={classes.goal}>
              <div className={classes.head}>
                <Link to={paths.sharedGoal({ id })} className={classes.text}>
                  {description}
                </Link>
                {compulsory && (
                  <Badge variant="light" color="orange">
                    {t('cpd:goals.compulsory')}
                  </Badge>
                )}
              </div>
              {plan_category && (
                <Text size="sm" c="dimmed">
                  {plan_category}
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
      {open && (
        <div>
          <Button component={Link} to={paths.sharedGoal({ cycle: cycle.id })} variant="default">
            {t('cpd:goals.add')}
          </Button>
        </div>
      )}
      {open && goals.length > 0 && <CopyGoals cycle={cycle} />}
    </Section>
  )
}

/** Gives the goals to members who are in the audience; those who have them already keep theirs. */
function CopyGoals({ cycle }: { cycle: Row<'devcycle'> }) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [role, setRole] = useState<Role>(cycle.audience.role ?? 'User')
  const [copied, setCopied] = useState<DataOf<'POST devgoals/copy'> | null>(null)
  const copy = () =>
    send(async () => {
      setCopied(null)
      const { data } = await guarded(client.act('POST devgoals/copy', { from_cycle: cycle.id, to_role: role }))
      setCopied(data)
      await Promise.all([refresh('devgoal'), refresh('devplan')])
    })
  return (
    <>
      <RefusalAlert refusal={refusal} />
      <Group align="end" gap="sm">
        <NativeSelect
          label={t('cpd:cycles.copyTo')}
          data={roles.map((each) => ({ value: each, label: choiceOf(t, each) }))}
          value={role}
          onChange={({ currentTarget }) => setRole(currentTarget.value as Role)}
        />
        <Button variant="default" loading={busy} onClick={copy}>
          {t('cpd:cycles.copy')}
        </Button>
      </Group>
      {copied && (
        <Notice tone="done" role="status">
          {t('cpd:cycles.copied', { count: copied.created, existing: copied.existing })}
        </Notice>
      )}
    </>
  )
}

type Role = (typeof roles)[number]
