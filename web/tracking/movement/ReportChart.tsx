import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { useTranslation } from 'react-i18next'
import classes from './Reports.module.css'
import { type Report, useValues } from './values.ts'

const BARS = 8
const shortened = (label: string) => (label.length > 20 ? `${label.slice(0, 19)}…` : label)

/** The greatest sums of a report as bars; the table below has the same numbers for those who do not see them. */
export default function ReportChart({ chart }: { chart: NonNullable<Report['chart']> }) {
  const { t } = useTranslation()
  const text = useValues()
  const bars = chart.bars.slice(0, BARS).map(({ label, value }) => ({ label: shortened(label), value }))
  const others = chart.others + chart.bars.length - bars.length
  return (
    <figure className={classes.chart} aria-hidden>
      <BarChart
        h={32 + 24 * bars.length}
        data={bars}
        dataKey="label"
        orientation="vertical"
        yAxisProps={{ width: 140, interval: 0 }}
        xAxisProps={{ hide: true }}
        series={[{ name: 'value', label: chart.title, color: 'var(--accent)' }]}
        valueFormatter={(value) => text(value, chart.measure)}
        withBarValueLabel
        maxBarWidth={16}
        tickLine="none"
        gridAxis="none"
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false, margin: { right: 90 } }}
      />
      {others > 0 && <figcaption>{t('tracking:movement.others', { count: others })}</figcaption>}
    </figure>
  )
}
