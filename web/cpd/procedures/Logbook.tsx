import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../kit/actions/ActionButton.tsx'
import { download } from '../../kit/lists/downloadCsv.ts'

/** Saves the person's cases in the layout of a paper logbook, as CSV. */
export function Logbook({ query }: { query: Parameters<typeof download>[1] }) {
  const { t } = useTranslation()
  return (
    <ActionButton
      run={() => download('procedures', { ...query, format: 'logbook' }, 'logbook.csv')}
      failed={t('cpd:procedures.logbookFailed')}
    >
      {t('cpd:procedures.logbook')}
    </ActionButton>
  )
}
