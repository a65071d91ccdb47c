import { Alert, NativeSelect, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { sentenceOf } from '../../core/api.ts'
import { toMoney } from '../../kit/format/money.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import { useStore } from '../store/store.ts'
import { changeSubscription, previewChange } from './actions.ts'

/** Changes a membership to another product, after showing what that costs. */
export function ChangeDialog({ subscription, close }: { subscription: Row<'subscription'>; close: () => void }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { id, organisation_id, product_id, currency } = subscription
  const { data: store } = useStore(organisation_id)
  const others = (store?.products ?? []).filter((each) => each.period !== 'none' && each.id !== product_id)
  const [picked, setPicked] = useState('')
  const target = Number(picked || others[0]?.id) || 0
  const { data: preview, error } = useQuery({
    queryKey: keys.subscriptionChange(id, target),
    queryFn: () => previewChange(id, target),
    enabled: target > 0,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const run = async () => {
    await changeSubscription(id, target)
    showSuccess(t('billing:membership.changed'))
  }
  const money = (amount: number) => toMoney(amount, currency)
  return (
    <ActionDialog
      title={t('billing:membership.changeTitle')}
      submit={t('billing:membership.changeConfirm')}
      disabled={!preview}
      run={run}
      close={close}
    >
      {store && others.length === 0 ? (
        <Text size="sm">{t('billing:membership.noOther')}</Text>
      ) : (
        <NativeSelect
          label={t('billing:membership.changeTo')}
          value={String(target)}
          data={others.map((each) => ({
            value: String(each.id),
            label: `${each.name} · ${toMoney(each.gross, each.currency)} ${t(`billing:periods.${each.period}`)}`,
          }))}
          onChange={(event) => setPicked(event.currentTarget.value)}
        />
      )}
      {error && <Alert color="red">{sentenceOf(error) ?? t('form.unreachable')}</Alert>}
      {target > 0 && !preview && !error && <Skeleton height={120} />}
      {preview && (
        <>
          <Text size="sm">{t('billing:membership.changeFrom', { day: day(preview.effective_on) })}</Text>
          <Facts
            facts={[
              [t('billing:membership.charge'), money(preview.charge.gross)],
              [t('billing:membership.credit'), money(-preview.credit.gross)],
              [
                t(preview.due.gross < 0 ? 'billing:membership.dueBack' : 'billing:membership.due'),
                <b key="due">{money(Math.abs(preview.due.gross))}</b>,
              ],
              [
                t('billing:membership.period'),
                [preview.period_began_on, preview.period_ends_on].map((each) => each && day(each)).join(' – '),
              ],
              [t('billing:membership.next'), preview.next_invoice_on && day(preview.next_invoice_on)],
            ]}
          />
          {preview.due.gross < 0 && <Text size="sm">{t('billing:membership.changeCredit')}</Text>}
        </>
      )}
    </ActionDialog>
  )
}
