import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../kit/lists/downloadCsv.ts'
import { showFailure } from '../../kit/ui/showToast.ts'

/** Saves the person's cases in the layout of a paper logbook, as CSV. */
export function Logbook({ query }: { query: Parameters<typeof download>[1] }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await download('procedures', { ...query, format: 'logbook' }, 'logbook.csv').catch((error) =>
      showFailure(error, t('cpd:procedures.logbookFailed')),
    )
    setBusy(false)
  }
  return (
    <Button variant="default" loading={busy} onClick={save}>
      {t('cpd:procedures.logbook')}
    </Button>
  )
}
