import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../../../core/api.ts'
import { showFailure, showProblem, showSuccess } from '../../ui/showToast.ts'
import { undoRows, useUndo } from './changeRows.ts'

/** For ten minutes after a change of many rows: what it was, and the way back. */
export function UndoBar({ resource, organisation_id }: { resource: string; organisation_id: number }) {
  const { t } = useTranslation()
  const last = useUndo((state) => state.last[resource])
  const [busy, setBusy] = useState(false)
  if (!last) return null
  const undo = async () => {
    setBusy(true)
    try {
      const { changed, faults } = await undoRows(resource, organisation_id)
      showSuccess(t('table.undone', { count: changed }))
      if (faults[0]) showProblem(t('table.notUndone', { count: faults.length, reason: faults[0].message }))
    } catch (error) {
      showFailure(error, sentenceOf(error) ?? t('form.unreachable'))
    }
    setBusy(false)
  }
  return (
    <Group gap="sm">
      <Text size="sm">{t('table.changed', { count: last.rows.length })}</Text>
      <Button size="compact-sm" variant="default" loading={busy} onClick={undo}>
        {t('table.undo')}
      </Button>
    </Group>
  )
}
