import { Group, RingProgress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Notice } from '../kit/Notice.tsx'
import type { Line, Stats } from '../kit/queries.ts'
import { LineActivities } from './LineActivities.tsx'
import classes from './Result.module.css'
import { shareOf } from './ring.ts'

/** A ring for each rule, with its sentence and the activities that its sum is made of. */
export function Result({ stats }: { stats: Stats }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { lines, met, frozen, days_left, start, end, hours, activities } = stats
  const open = lines.filter((line) => !line.met && !line.desirable).length
  const reached = met ? t('cpd:dashboard.met') : t('cpd:dashboard.open', { count: open })
  const title = lines.length === 0 ? t('cpd:dashboard.noRules') : reached
  return (
    <>
      <Text c="dimmed" mb="md">
        {t('cpd:dashboard.period', { start: day(start), end: day(end) })}{' '}
        {frozen ? t('cpd:dashboard.closed') : t('cpd:dashboard.daysLeft', { count: days_left })}
      </Text>
      <Notice tone={lines.length > 0 && met ? 'done' : 'info'} title={title}>
        {t('cpd:dashboard.sum', { count: activities, hours })}
      </Notice>
      <ul className={classes.lines}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has a line for each year and category
          <li key={`${line.rule} ${index}`} className={classes.line}>
            <Ring line={line} whole={line.period.start <= start && line.period.end >= end} />
            {line.activities.length > 0 && <LineActivities line={line} stats={stats} />}
          </li>
        ))}
      </ul>
    </>
  )
}

function Ring({ line, whole }: { line: Line; whole: boolean }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { kind, met, desirable, counted, required, sentence, period } = line
  const color = met ? 'var(--accent)' : desirable ? 'gray' : 'var(--unknown)'
  return (
    <Group gap="md" wrap="nowrap" align="center">
      <RingProgress
        size={92}
        thickness={8}
        roundCaps
        aria-hidden
        // A round cap of nothing would be a dot.
        sections={shareOf(line) > 0 ? [{ value: 100 * shareOf(line), color }] : []}
        label={
          <Text ta="center" size="xs" className={classes.number!}>
            {kind === 'presence'
              ? met
                ? '✓'
                : '–'
              : required > 0
                ? t('cpd:dashboard.of', { counted, required })
                : counted}
          </Text>
        }
      />
      <div className={classes.sentence}>
        {!whole && (
          <Text size="xs" c="dimmed">
            {day(period.start)} – {day(period.end)}
          </Text>
        )}
        <Text size="sm">{sentence}</Text>
        {desirable && (
          <Text size="xs" c="dimmed">
            {t('cpd:dashboard.desirable')}
          </Text>
        )}
      </div>
    </Group>
  )
}
