import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ApiError } from '#api/client.ts'
import { sentenceOf } from '../../core/api.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { type Report, reportOf } from './queries.ts'
import classes from './Report.module.css'
import { ReportActions } from './ReportActions.tsx'
import {
  Activities,
  EvidenceFiles,
  Forms,
  Plan,
  Procedures,
  Qualifications,
  Result,
  Rotations,
  SelfEvaluation,
} from './ReportSections.tsx'
import { useLightPrint } from './useLightPrint.ts'

/** The report of a person in a cycle, as it is printed: the same as its PDF. */
export function ReportPage() {
  const { t } = useTranslation()
  const { user_id, cycle_id } = useParams()
  useLightPrint()
  const { data: report, error } = useQuery(reportOf(Number(user_id), Number(cycle_id)))
  if (report) return <Shown report={report} />
  if (!error) return <PageLoader />
  const is_missing = error instanceof ApiError && [400, 404].includes(error.status)
  return (
    <Page title={t('cpd:report.title')}>
      <Alert color={is_missing ? 'blue' : 'red'}>
        {is_missing ? t('cpd:report.missing') : (sentenceOf(error) ?? t('form.loadFailed'))}
      </Alert>
    </Page>
  )
}

function Shown({ report }: { report: Report }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { person, organisation, standard, cycle, start, end, waivers } = report
  const waived = ({ from, to, percent = 100, requirements = 0 }: Report['waivers'][number]) => {
    const days = t('cpd:waivers.days', { from: day(from), to: day(to) })
    if (requirements > 0) return t('cpd:report.shareOf', { days, percent, count: requirements })
    return percent < 100 ? t('cpd:waivers.share', { days, percent }) : days
  }
  return (
    <Page
      title={t('cpd:report.heading', { person: person ?? '', cycle })}
      width="full"
      actions={<ReportActions report={report} />}
    >
      <div className={classes.report}>
        <Facts
          facts={[
            [t('cpd:report.organisation'), organisation],
            ...(standard ? [[t('cpd:report.standard'), standard] as const] : []),
            [t('cpd:report.cycle'), t('cpd:dashboard.period', { start: day(start), end: day(end) })],
            ...(waivers.length > 0 ? [[t('cpd:report.waived'), waivers.map(waived).join(', ')] as const] : []),
          ]}
        />
        <Result report={report} />
        <Plan report={report} />
        <Rotations report={report} />
        <Activities report={report} />
        <Procedures report={report} />
        <Forms report={report} />
        <Qualifications report={report} />
        <SelfEvaluation report={report} />
        <EvidenceFiles report={report} />
      </div>
    </Page>
  )
}
