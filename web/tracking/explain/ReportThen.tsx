import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { toDuration, toPeriod } from '../../kit/format/format.ts'
import { useAlarmNames } from '../../kit/format/useAlarmNames.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useUnits } from '../../kit/format/useUnits.ts'
import { Section } from '../../kit/page/Section.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import type { Explanation } from './types.ts'

/** The last report before the time, and what it changed. */
export function ReportThen({ of: { report, fix, verdict, at } }: { of: Explanation }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { accuracy } = useUnits()
  const { nameOf } = useAlarmNames()
  if (!report || verdict.report === 'none') {
    return (
      <Section title={t('tracking:explain.report.title')}>
        <Text>{t('tracking:explain.report.none')}</Text>
      </Section>
    )
  }
  const silent_s = (Date.parse(at) - Date.parse(report.fix_at)) / 1000
  const delay_s = (Date.parse(report.received) - Date.parse(report.fix_at)) / 1000
  const arrived = moment(report.received, true)
  const effect = verdict.report === 'counts' && report.repeated ? 'repeated' : verdict.report
  return (
    <Section title={t('tracking:explain.report.title')}>
      <Facts
        facts={[
          [t('tracking:explain.report.fix'), moment(report.fix_at, true)],
          [
            t('tracking:explain.report.arrived'),
            Math.abs(delay_s) < LATE_S
              ? arrived
              : t('tracking:explain.report.arrivedAt', { time: arrived, delay: toDuration(delay_s) }),
          ],
          [
            t('tracking:explain.report.event'),
            report.alarm ? `${report.event}, ${nameOf(report.alarm)}` : report.event,
          ],
          [
            t('tracking:explain.report.position'),
            report.valid && fix?.id === report.id
              ? `${fix.lat.toFixed(5)}, ${fix.lon.toFixed(5)}`
              : t('tracking:explain.report.noPosition'),
          ],
          [t('tracking:explain.report.accuracy'), report.accuracy === null ? null : accuracy(report.accuracy)],
          [t('tracking:explain.report.effect'), t(`tracking:explain.report.effects.${effect}`)],
        ]}
      />
      {silent_s > SILENT_S && (
        <Text>{t('tracking:explain.report.silence', { age: toPeriod(silent_s), time: moment(at, true) })}</Text>
      )}
      <Anchor component={Link} to={paths.event({ id: report.id })} size="sm">
        {t('tracking:explain.report.open')}
      </Anchor>
    </Section>
  )
}

/** What arrives within it came at once. */
const LATE_S = 10
const SILENT_S = 300
