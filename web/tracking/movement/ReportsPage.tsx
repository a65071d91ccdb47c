import { Button, Menu, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { download } from '../../kit/lists/downloadCsv.ts'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PrintHead } from './PrintHead.tsx'
import { ReportFilters } from './ReportFilters.tsx'
import classes from './Reports.module.css'
import { ReportTable } from './ReportTable.tsx'
import { type ReportRequest, readAsked, useMovementReport } from './useMovementReport.ts'
import type { Report } from './values.ts'

const ReportMap = lazy(() => import('./ReportMap.tsx'))
const TemperatureLog = lazy(() => import('./TemperatureLog.tsx'))
const ReportChart = lazy(() => import('./ReportChart.tsx'))
const formats = ['xlsx', 'pdf', 'csv'] as const

/** What trackers did in a period: a chart, a table with totals, and both as a file. */
export function ReportsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useAdministers(organisation_id)
  const [params, changeAddress] = useAddress()
  const asked = readAsked(params)
  const { data: report, error, isPlaceholderData, query } = useMovementReport(asked)
  const change = (parts: Record<string, string | null>) =>
    changeAddress((before) => {
      for (const [name, value] of Object.entries(parts)) {
        if (value === null) before.delete(name)
        else before.set(name, value)
      }
      return before
    })
  // A schedule counts its period from when it is due: dates are left out.
  const schedule = new URLSearchParams(params)
  for (const name of ['from', 'until']) schedule.delete(name)
  schedule.set('report', asked.kind)
  return (
    <Page
      title={t('tracking:movement.title')}
      width="full"
      actions={
        <>
          {administers && (
            <>
              <Button component={Link} to={paths.reportSchedules()} variant="default">
                {t('tracking:movement.schedules')}
              </Button>
              <Button component={Link} to={`${paths.reportSchedule()}?${schedule}`} variant="default">
                {t('tracking:movement.mail')}
              </Button>
            </>
          )}
          {report && report.parts.length === 0 && <ColumnsMenu report={report} change={change} />}
          {report && <Export report={report} query={query} />}
        </>
      }
    >
      <ReportFilters asked={asked} report={report} change={change} />
      {error ? (
        <p className={classes.note} role="alert">
          {error.message}
        </p>
      ) : !report ? (
        <Skeleton h={320} aria-hidden />
      ) : (
        <Answer report={report} asked={asked} is_waiting={isPlaceholderData} />
      )}
    </Page>
  )
}

/** The chart, the map beside it, and the table. */
function Answer({ report, asked, is_waiting }: { report: Report; asked: ReportRequest; is_waiting: boolean }) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { chart, rows, filters } = report
  const has_chart = chart !== null && chart !== undefined && chart.bars.length > 1
  const has_map = rows.some(({ way }) => way)
  // A log stands in the grid of its days.
  const is_log = report.report === 'temperatures'
  return (
    <div className={classes.report} data-waiting={is_waiting || undefined}>
      <PrintHead report={report} />
      {rows.length === 0 ? (
        <p className={classes.note}>{t(emptyTexts[report.report] ?? 'tracking:movement.empty')}</p>
      ) : is_log ? (
        <Suspense fallback={<Skeleton h={320} aria-hidden />}>
          <TemperatureLog report={report} />
        </Suspense>
      ) : (
        <>
          <div className={classes.figures} data-both={(has_chart && has_map) || undefined}>
            {has_chart && (
              <Suspense fallback={<Skeleton h={200} aria-hidden />}>
                <ReportChart chart={chart} />
              </Suspense>
            )}
            {has_map && (
              <div className={classes.map}>
                <Suspense fallback={<Skeleton h="100%" aria-hidden />}>
                  <ReportMap
                    rows={rows}
                    organisation_id={organisation_id}
                    has_boundaries={filters.includes('boundary_id')}
                    boundary_id={asked.boundary_id}
                  />
                </Suspense>
              </div>
            )}
          </div>
          <ReportTable report={report} />
        </>
      )}
    </div>
  )
}

/** Reports that are empty for another reason than that nothing happened. */
const emptyTexts: Record<string, 'tracking:log.empty' | 'tracking:log.inside'> = {
  temperatures: 'tracking:log.empty',
  excursions: 'tracking:log.inside',
}

/** Which columns the report has: on the page, in its files and in mails. */
function ColumnsMenu({ report, change }: { report: Report; change: (parts: Record<string, string | null>) => void }) {
  const { t } = useTranslation()
  const { choices, columns } = report
  const shown = choices.map(({ name }) => name).filter((name) => columns.some((column) => column.name === name))
  const toggle = (name: string) => {
    const next = choices.map((one) => one.name).filter((one) => shown.includes(one) !== (one === name))
    if (next.length > 0) change({ columns: next.length === choices.length ? null : next.join(',') })
  }
  if (choices.length < 2) return null
  return (
    <Menu position="bottom-end" shadow="md" closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default">{t('tracking:movement.columns')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ name, title }) => (
          <Menu.CheckboxItem key={name} checked={shown.includes(name)} onChange={() => toggle(name)}>
            {title}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Export({ report, query }: { report: Report; query: Query }) {
  const { t } = useTranslation()
  const { run, busy } = useAction({ failed: t('tracking:movement.failed') })
  const save = (format: string) =>
    run(() =>
      download(
        'movement/report/file',
        { ...query, format },
        `${report.title}, ${report.from} to ${report.until}.${format}`,
      ),
    )
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button loading={busy}>{t('tracking:movement.export')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(`tracking:movement.${format}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => window.print()}>{t('table.print')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type Query = ReturnType<typeof useMovementReport>['query']
