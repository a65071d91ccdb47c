import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client } from '../../core/api.ts'
import { backendBase } from '../../core/backend/backend.ts'
import { applyJob } from '../../core/jobs/jobs.ts'
import { openTray } from '../../core/jobs/tray.ts'
import { paths } from '../../core/paths.ts'
import type { Job } from '../../core/types.ts'
import { ActionButton } from '../../kit/actions/ActionButton.tsx'
import { download } from '../../kit/lists/downloadCsv.ts'
import { saveFrom } from '../../kit/ui/saveFile.ts'
import { showProblem } from '../../kit/ui/showToast.ts'
import type { Report } from './queries.ts'

/** Prints the report, or saves it: as PDF, or as a zip with its evidence, which the browser streams to the disk. */
export function ReportActions({ report: { id, cycle, evidence } }: { report: Report }) {
  const { t } = useTranslation()
  const failed = t('cpd:report.failed')
  const pdf = () => download('cpd/report/pdf', { plan_id: id }, `${t('cpd:report.title')} ${cycle}.pdf`)
  const zip = async () => {
    const { data } = await client.call<{ data: Job | { url: string } }>('POST', 'cpd/report/address', { plan_id: id })
    if ('url' in data) return saveFrom(backendBase() + data.url)
    showProblem(t('cpd:report.running'))
    applyJob(data)
    openTray()
  }
  return (
    <>
      <Button component={Link} to={paths.plan({ id })} variant="default">
        {t('cpd:plan.title')}
      </Button>
      <Button variant="default" onClick={() => window.print()}>
        {t('cpd:report.print')}
      </Button>
      {evidence.length > 0 && (
        <ActionButton run={zip} failed={failed}>
          {t('cpd:report.zip')}
        </ActionButton>
      )}
      <ActionButton run={pdf} failed={failed} variant="filled">
        {t('cpd:report.pdf')}
      </ActionButton>
    </>
  )
}
