import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Section } from '../../kit/page/Section.tsx'
import { keys } from '../keys.ts'
import { supervisorNames } from './phases.ts'
import { placed } from './placed.ts'
import classes from './Timeline.module.css'

/** The rotations of a person in the days of a plan, on a line of time. Nothing without any. */
export function PlanRotations({ plan }: { plan: Row<'devplan'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { id, organisation_id, user_id, start, end } = plan
  const { data: rotations } = useQuery({
    queryKey: keys.rotationsOfPlan(id),
    queryFn: async () => {
      const of = { organisation_id, user_id, ends_from: start, sort: 'begins', limit: 100 } as const
      return (await guarded(client.list('cpdrotation', of))).data
    },
    staleTime: 0,
  })
  const within = rotations?.filter(({ begins }) => begins <= end) ?? []
  if (within.length === 0) return null
  return (
    <Section title={t('cpd:rotations.title')} apart>
      <ul className={classes.line}>
        {within.map(({ id, place, specialty, begins, ends, phase, supervisors, percent }) => {
          const { from, width } = placed({ start, end }, { start: begins, end: ends })
          return (
            <li key={id} className={classes.row}>
              <div>
                <Link to={paths.rotation({ id })}>{[place, specialty].filter(Boolean).join(', ')}</Link>{' '}
                <Text span size="sm" c="dimmed">
                  {[
                    t('cpd:rotations.fromTo', { from: day(begins), to: day(ends) }),
                    percent < 100 && t('cpd:rotations.percent', { percent }),
                    supervisorNames(supervisors),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </div>
              <div className={classes.track} aria-hidden>
                <div
                  className={classes.bar}
                  data-phase={phase}
                  style={{ insetInlineStart: `${from}%`, width: `${width}%` }}
                />
              </div>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
