import { NativeSelect, NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_INSTALMENTS, planInstalments } from '#api/billing/money/instalments.ts'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { toMoney } from '../../kit/format/money.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { actOnInvoice } from '../documents/document.ts'

/** Lets an invoice be paid in parts, and says which before that is written. */
export function SpreadDialog({ invoice, close }: { invoice: Row<'invoice'>; close: () => void }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { id, gross, currency, next_due_on } = invoice
  const [instalments, setInstalments] = useState<number | string>(4)
  const [instalment_every, setEvery] = useState<'month' | 'quarter'>('month')
  const [first_on, setFirst] = useState(next_due_on)
  const count = Number(instalments)
  const is_right = Number.isInteger(count) && count >= 1 && count <= MOST_INSTALMENTS && first_on !== ''
  const parts = is_right ? planInstalments({ total: gross, count, every: instalment_every, first_on }) : []
  const run = async () => {
    const body = { id, instalments: count, instalment_every, first_on }
    await actOnInvoice(client.act('POST invoice/instalments', body))
    showSuccess(t('billing:instalments.spread'))
  }
  return (
    <ActionDialog
      title={t('billing:invoice.instalments')}
      text={t('billing:instalments.text')}
      submit={t('billing:instalments.submit')}
      disabled={!is_right}
      fields={['instalments', 'first_on']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <NumberInput
            label={t('billing:instalments.count')}
            min={1}
            max={MOST_INSTALMENTS}
            allowDecimal={false}
            value={instalments}
            onChange={setInstalments}
            error={errorOf('instalments')}
          />
          <NativeSelect
            label={t('billing:instalments.every')}
            value={instalment_every}
            data={(['month', 'quarter'] as const).map((value) => ({ value, label: t(`billing:everyPeriod.${value}`) }))}
            onChange={(event) => setEvery(event.currentTarget.value as 'month')}
          />
          <DateInput
            label={t('billing:instalments.first')}
            value={first_on}
            onChange={setFirst}
            error={errorOf('first_on')}
          />
          <Text size="sm" aria-live="polite">
            {parts.map(({ due_on, amount }) => `${day(due_on)}: ${toMoney(amount, currency)}`).join(' · ')}
          </Text>
        </>
      )}
    </ActionDialog>
  )
}
