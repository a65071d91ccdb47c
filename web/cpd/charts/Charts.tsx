import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { palette } from '#messages/palette.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { chartsOf } from '../kit/queries.ts'
import classes from './Charts.module.css'
import { Figure } from './Figure.tsx'
import { monthName, roles, stacked, supervisions } from './series.ts'

/**
 * Hours by month, and procedures by role and supervision, of a person in a cycle. Loaded after the rest of a page: the
 * library that draws them weighs as much as the page. Nothing where nothing was recorded.
 */
export default function Charts({ organisation_id, user_id, cycle_id }: Props) {
  const { t, i18n } = useTranslation()
  const scheme = useComputedColorScheme('light')
  const { data } = useQuery(chartsOf(organisation_id, user_id, cycle_id))
  if (!data) return null
  const has_hours = data.months.some(({ hours }) => hours > 0)
  const number = (value: number) => value.toLocaleString(i18n.language)
  const nameOf = (value: string) => (value === 'none' ? t('cpd:charts.unnamed') : choiceOf(t, value))
  const rows = stacked(data.procedures)
  const used = supervisions.filter((name) => rows.some((row) => row[name] > 0))
  const colours = palette.tracks[scheme]
  const colourOf = (name: (typeof supervisions)[number]) => colours[supervisions.indexOf(name)]!
  const shared = {
    tickLine: 'none' as const,
    gridAxis: 'none' as const,
    barProps: { isAnimationActive: false },
    // The numbers below are for keyboards and screen readers.
    barChartProps: { accessibilityLayer: false },
  }
  return (
    <div className={classes.charts}>
      {has_hours && (
        <Figure
          title={t('cpd:charts.hours')}
          head={[t('cpd:charts.month'), t('cpd:charts.hoursColumn')]}
          rows={data.months.map(({ month, hours }) => [monthName(month, i18n.language, 'long'), number(hours)])}
        >
          <BarChart
            h={220}
            data={data.months.map(({ month, hours }) => ({ month: monthName(month, i18n.language, 'short'), hours }))}
            dataKey="month"
            series={[{ name: 'hours', label: t('cpd:charts.hoursColumn'), color: 'var(--accent)' }]}
            valueFormatter={number}
            {...shared}
          />
        </Figure>
      )}
      {rows.length > 0 && (
        <Figure
          title={t('cpd:charts.procedures')}
          head={[t('cpd:charts.role'), ...used.map(nameOf)]}
          rows={rows.map((row) => [nameOf(row.role), ...used.map((name) => number(row[name]))])}
        >
          <BarChart
            h={48 + 36 * rows.length}
            data={roles
              .flatMap((role) => rows.filter((row) => row.role === role))
              .map((row) => ({ ...row, role: nameOf(row.role) }))}
            dataKey="role"
            type="stacked"
            orientation="vertical"
            yAxisProps={{ width: 112, interval: 0 }}
            series={used.map((name) => ({ name, label: nameOf(name), color: colourOf(name) }))}
            maxBarWidth={22}
            {...shared}
          />
          <ul className={classes.legend}>
            {used.map((name) => (
              <li key={name}>
                <i style={{ background: colourOf(name) }} />
                {nameOf(name)}
              </li>
            ))}
          </ul>
        </Figure>
      )}
    </div>
  )
}

type Props = { organisation_id: number; user_id: number; cycle_id: number }
