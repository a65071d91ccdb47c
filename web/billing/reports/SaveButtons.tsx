import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../kit/actions/useAction.ts'
import { download } from '../../kit/lists/downloadCsv.ts'
import { formats, type Report } from './report.ts'

/** What is shown, as a file. */
export function SaveButtons({ path, query, report }: Props) {
  const { t } = useTranslation()
  const { run, busy } = useAction({ failed: t('billing:reports.failed') })
  if (!report) return null
  return formats.map((format) => (
    <Button
      key={format}
      variant="default"
      loading={busy}
      onClick={() => void run(() => download(path, { ...query, format }, `${report.title}, ${report.until}.${format}`))}
    >
      {t(`billing:reports.${format}`)}
    </Button>
  ))
}

type Props = { path: string; query: Record<string, string | number>; report: Report | undefined }
