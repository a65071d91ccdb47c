import { Group, RingProgress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Notice } from '../kit/Notice.tsx'
import type { Line, Stats } from '../kit/queries.ts'
import { LineActivities } from './LineActivities.tsx'
import classes from './Result.module.css'
import { asks, isLimit, shareOf } from './ring.ts'

/** A ring for each rule, with its sentence and the activities that its sum is made of. */
export function Result({ stats }: { stats: Stats }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { lines, verdict, nothing, frozen, days_left, start, end, hours, activities } = stats
  const { submit_by, audit_percent, period = { start, end } } = stats
  const { uncategorised, not_counted, months = 0, waived_months = 0 } = stats
  const open = lines.filter((line) => !line.met && !line.desirable && line.standing !== 'later').length
  const limits = lines.filter(isLimit)
  const title = {
    met: t('cpd:dashboard.met'),
    unmet: open === 0 ? t('cpd:dashboard.onTrack') : t('cpd:dashboard.open', { count: open }),
    empty: t('cpd:dashboard.empty'),
  }[verdict]
  return (
    <>
      <Text c="dimmed" mb="md">
        {t('cpd:dashboard.period', { start: day(period.start), end: day(period.end) })}{' '}
        {frozen ? t('cpd:dashboard.closed') : t('cpd:dashboard.daysLeft', { count: days_left })}{' '}
        {submit_by && t('cpd:dashboard.submitBy', { day: day(submit_by) })}{' '}
        {audit_percent && t('cpd:dashboard.audited', { percent: audit_percent })}
      </Text>
      <Notice tone={verdict === 'met' ? 'done' : 'info'} title={title}>
        {nothing && <div>{nothing.sentence}</div>}
        {t('cpd:dashboard.sum', { count: activities, hours })}{' '}
        {waived_months > 0 && t('cpd:dashboard.reduced', { count: waived_months, months })}
      </Notice>
      {uncategorised && (
        <Notice tone="attention" title={uncategorised.sentence}>
          <Link to={paths.activities({ split: 'none' })}>{t('cpd:activities.noCategoryShow')}</Link>
        </Notice>
      )}
      {not_counted && (
        <Notice tone="attention" title={not_counted.sentence}>
          <Link to={paths.activities({ split: 'others' })}>{t('cpd:activities.noCategoryShow')}</Link>
        </Notice>
      )}
      <ul className={classes.lines}>
        {lines
          .filter((line) => !isLimit(line))
          .map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule has a line for each year and category
            <li key={`${line.rule} ${index}`} className={classes.line}>
              <Ring line={line} whole={line.period.start <= period.start && line.period.end >= period.end} />
              {line.activities.length > 0 && <LineActivities line={line} stats={stats} />}
            </li>
          ))}
      </ul>
      {limits.map(({ rule, sentence, period }) => (
        <Text key={`${String(rule)} ${period.start}`} size="sm" c="dimmed" mt="sm">
          {t('cpd:dashboard.limit', { sentence })}
        </Text>
      ))}
    </>
  )
}

function Ring({ line, whole }: { line: Line; whole: boolean }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { kind, met, desirable, counted, required, sentence, period } = line
  const color = met && asks(line) ? 'var(--accent)' : desirable ? 'gray' : 'var(--unknown)'
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
              ? met && asks(line)
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
