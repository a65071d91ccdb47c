import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guarded, sentenceOf } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { showFailure, showSuccess } from '../ui/showToast.ts'

/** Does something to each of the selected rows, one after the other, and says how it went. */
export function useBulk(resource: string) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)

  async function run<Row>(rows: Row[], work: (row: Row) => Promise<unknown>) {
    setBusy(true)
    const errors: unknown[] = []
    for (const row of rows) await guarded(work(row)).catch((error) => errors.push(error))
    setBusy(false)
    await refresh(resource)
    if (errors.length === 0) return showSuccess(t('table.done', { count: rows.length }))
    const unreachable = t('form.unreachable')
    if (rows.length === 1) return showFailure(errors[0], unreachable)
    const reason = sentenceOf(errors[0]) ?? unreachable
    showFailure(null, t('table.failedSome', { failed: errors.length, count: rows.length, reason }))
  }
  return { busy, run }
}

/** What is shown of a resource is asked for again. */
export async function refresh(resource: string) {
  await queries.invalidateQueries({ queryKey: queryKeys.rows(resource) })
}
