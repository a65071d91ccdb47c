import { Badge, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { Section } from '../../kit/page/Section.tsx'
import { keys } from '../keys.ts'
import { stateColour } from '../kit/states.ts'
import classes from '../plan/Goals.module.css'

const MOST = 500

/** Who was recorded at an event, newest first; an entry that was a mistake is taken back. */
export function People({ id }: { id: number }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { run } = useAction({ changes: ['cpdattendance', 'cpdevent'] })
  const { data: people } = useQuery({
    queryKey: keys.attendances(id),
    queryFn: async () => (await guarded(client.list('cpdattendance', { cpd_event_id: id, limit: MOST }))).data,
    staleTime: 0,
  })
  if (!people) return null
  return (
    <Section title={t('cpd:events.people')} text={people.length === 0 ? t('cpd:events.noPeople') : undefined} apart>
      <ul className={classes.list}>
        {people.map(({ id: attendance_id, person, how, state, recorder, created_at }) => (
          <li key={attendance_id} className={classes.goal}>
            <Group justify="space-between" gap="xs">
              <div>
                <Text>
                  {person}{' '}
                  {state === 'refused' && (
                    <Badge variant="light" color={stateColour(state)}>
                      {choiceOf(t, state)}
                    </Badge>
                  )}
                </Text>
                <Text size="sm" c="dimmed">
                  {[t(`cpd:events.how.${how}`), recorder, moment(created_at)].filter(Boolean).join(' · ')}
                </Text>
              </div>
              <ConfirmButton
                label={t('cpd:events.takeBack')}
                run={() => run(() => client.remove('cpdattendance', attendance_id), t('cpd:events.takenBack'))}
              />
            </Group>
          </li>
        ))}
      </ul>
    </Section>
  )
}
