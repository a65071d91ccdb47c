import { Badge, Progress, Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { Section } from '../../kit/page/Section.tsx'
import { stateColour } from '../kit/states.ts'
import { byCategory } from './byCategory.ts'
import classes from './Goals.module.css'

/** The goals of a plan, by category. */
export function Goals({ goals }: { goals: Row<'devgoal'>[] | undefined }) {
  const { t } = useTranslation()
  if (!goals) return <Skeleton height={120} mb="lg" />
  if (goals.length === 0) {
    return (
      <Text c="dimmed" mb="lg">
        {t('cpd:goals.none')}
      </Text>
    )
  }
  const groups = byCategory(goals)
  return groups.map(([category, own]) => (
    <Section key={category} title={category || (groups.length > 1 ? t('cpd:goals.others') : t('cpd:goals.title'))}>
      <ul className={classes.list}>
        {own.map((goal) => (
          <Goal key={goal.id} goal={goal} />
        ))}
      </ul>
    </Section>
  ))
}

function Goal({ goal }: { goal: Row<'devgoal'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { id, description, state, percent, activities, timely, compulsory, predefined } = goal
  const facts = [
    timely && t('cpd:goals.until', { day: day(timely) }),
    t('cpd:dashboard.activities', { count: activities }),
  ]
  return (
    <li className={classes.goal}>
      <div className={classes.head}>
        <Link to={paths.goal({ id })} className={classes.text}>
          {description}
        </Link>
        {compulsory && (
          <Badge variant="light" color="orange">
            {t('cpd:goals.compulsory')}
          </Badge>
        )}
        {predefined && !compulsory && (
          <Badge variant="light" color="gray">
            {t('cpd:goals.predefined')}
          </Badge>
        )}
        {state !== 'open' && (
          <Badge variant="light" color={stateColour(state)}>
            {choiceOf(t, state)}
          </Badge>
        )}
      </div>
      <Text size="sm" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
      {percent !== null && (
        <Progress value={percent} mt={8} aria-label={t('cpd:goals.reached', { percent })} color="teal" />
      )}
    </li>
  )
}
