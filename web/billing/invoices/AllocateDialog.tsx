import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { toMoney } from '../../kit/format/money.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'

/** Chooses an open invoice of a contact, the one that is due first, that a credit note or the contact's credit settles. */
export function AllocateDialog({ organisation_id, contact_id, currency, texts, allocate, close }: Props) {
  const { t } = useTranslation()
  const query = { organisation_id, contact_id: contact_id ?? 0, type: 'invoice', currency, open: true } as const
  const { data } = useQuery({
    queryKey: queryKeys.page('invoice', query, 1),
    queryFn: async () => guarded(client.list('invoice', { ...query, limit: 100, sort: 'due_on' })),
  })
  const open = data?.data ?? []
  const [picked, setPicked] = useState('')
  const invoice_id = Number(picked || open[0]?.id)
  const run = async () => {
    await allocate(invoice_id)
    showSuccess(texts.done)
  }
  return (
    <ActionDialog
      title={texts.title}
      text={texts.text}
      submit={texts.submit}
      disabled={!invoice_id}
      fields={['invoice_id']}
      run={run}
      close={close}
    >
      {(errorOf) =>
        data && open.length === 0 ? (
          <Text size="sm">{t('billing:invoice.noneOpen')}</Text>
        ) : (
          <NativeSelect
            label={t('billing:invoice.allocateTo')}
            value={String(invoice_id)}
            data={open.map((each) => ({
              value: String(each.id),
              label: `${each.document_number} · ${toMoney(each.open, currency)}`,
            }))}
            error={errorOf('invoice_id')}
            onChange={(event) => setPicked(event.currentTarget.value)}
          />
        )
      }
    </ActionDialog>
  )
}

type Props = {
  organisation_id: number
  contact_id: number | null
  currency: string
  texts: { title: string; text: string; submit: string; done: string }
  allocate: (invoice_id: number) => Promise<unknown>
  close: () => void
}
