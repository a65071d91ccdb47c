import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { documentReference } from '../references.ts'

/** Pushes a document that was authorised before the accounting provider was connected. */
export function PushDialog({ organisation_id, close }: { organisation_id: number; close: () => void }) {
  const { t } = useTranslation()
  const [id, setId] = useState<number | null>(null)
  const run = async () => {
    await guarded(client.act('POST invoice/push', { id: id! }))
    await refresh('providerpush')
    showSuccess(t('billing:provider.pushQueued'))
  }
  return (
    <ActionDialog
      title={t('billing:provider.pushOlder')}
      text={t('billing:provider.pushOlderText')}
      submit={t('billing:provider.push')}
      disabled={id === null}
      run={run}
      close={close}
    >
      <ReferencePicker
        reference={documentReference(organisation_id)}
        label={t('billing:provider.document')}
        placeholder={t('billing:provider.pickDocument')}
        value={id}
        onChange={setId}
      />
    </ActionDialog>
  )
}
