import schema from 'virtual:resource/devgoalprogress'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreateBody, Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { keys } from '../keys.ts'
import classes from '../plan/Goals.module.css'

/** The steps towards a goal, the newest first. A private one is shown to others by its date only. */
export function GoalProgress({ goal, is_own }: { goal: Row<'devgoal'>; is_own: boolean }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const [written, setWritten] = useState(0)
  const { data: steps = [] } = useQuery({
    queryKey: keys.progressOfGoal(goal.id),
    queryFn: async () => (await guarded(client.list('devgoalprogress', { devgoal_id: goal.id, limit: 100 }))).data,
    staleTime: 0,
  })
  if (steps.length === 0 && !is_own) return null
  return (
    <Section title={t('cpd:progress.title')}>
      {steps.length > 0 && (
        <ul className={classes.list}>
          {steps.map(({ id, at, percent, text, private: is_private }) => (
            <li key={id} className={classes.goal}>
              <Text size="sm" c="dimmed">
                {[moment(at), percent !== null && `${percent} %`, is_private && t('cpd:activities.privateMark')]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
              {text && <LinkedText text={text} />}
            </li>
          ))}
        </ul>
      )}
      {is_own && (
        <ResourceForm
          key={written}
          resource="devgoalprogress"
          body={schema.create!}
          row={{ percent: goal.percent }}
          all
          fields={['percent', 'text', 'private']}
          submit={t('cpd:progress.add')}
          save={async (body) => {
            const step = { ...(body as object), devgoal_id: goal.id } as CreateBody<'devgoalprogress'>
            await guarded(client.create('devgoalprogress', step))
            await Promise.all([
              refresh('devgoalprogress'),
              refresh('devgoal'),
              queries.invalidateQueries({ queryKey: queryKeys.record('devgoal', goal.id) }),
            ])
            setWritten((count) => count + 1)
          }}
        />
      )}
    </Section>
  )
}
