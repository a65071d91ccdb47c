import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { backendBase } from '../../core/backend/backend.ts'
import { applyJob } from '../../core/jobs/jobs.ts'
import { openTray } from '../../core/jobs/tray.ts'
import type { Job } from '../../core/types.ts'
import { download } from '../../kit/lists/downloadCsv.ts'
import { saveFrom } from '../../kit/ui/saveFile.ts'
import { showFailure, showProblem } from '../../kit/ui/showToast.ts'
import type { Report } from './queries.ts'

/** Prints the report, or saves it: as PDF, or as a zip with its evidence, which the browser streams to the disk. */
export function ReportActions({ report: { id, cycle, evidence } }: { report: Report }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState<'pdf' | 'zip' | null>(null)
  const attempt = (what: 'pdf' | 'zip', run: () => Promise<void>) => async () => {
    setBusy(what)
    await run().catch((error) => showFailure(error, t('cpd:report.failed')))
    setBusy(null)
  }
  const pdf = attempt('pdf', () => download('cpd/report/pdf', { plan_id: id }, `${t('cpd:report.title')} ${cycle}.pdf`))
  const zip = attempt('zip', async () => {
    const answer = client.call<{ data: Job | { url: string } }>('POST', 'cpd/report/address', { plan_id: id })
    const { data } = await guarded(answer)
    if ('url' in data) return saveFrom(backendBase() + data.url)
    showProblem(t('cpd:report.running'))
    applyJob(data)
    openTray()
  })
  return (
    <>
      <Button variant="default" onClick={() => window.print()}>
        {t('cpd:report.print')}
      </Button>
      {evidence.length > 0 && (
        <Button variant="default" loading={busy === 'zip'} onClick={zip}>
          {t('cpd:report.zip')}
        </Button>
      )}
      <Button loading={busy === 'pdf'} onClick={pdf}>
        {t('cpd:report.pdf')}
      </Button>
    </>
  )
}
