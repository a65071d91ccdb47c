import { Button, CloseButton, Group, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { toDay } from '../../kit/format/format.ts'
import { toMoney } from '../../kit/format/money.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { MoneyField } from '../../kit/forms/NumberField.tsx'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { keys } from '../keys.ts'
import { contactReference, openReference } from '../references.ts'
import { useBillingConfig } from '../useBillingConfig.ts'
import classes from './Bank.module.css'
import { paidOf } from './exchanged.ts'
import type { Part, Suggested } from './suggested.ts'

const MOST_PARTS = 50

/** Says what a line of the bank is for: one thing, or several that add up to it. */
export function SplitDialog({ line, parts, take, close }: Props) {
  const { t } = useTranslation()
  const total = Math.abs(line.amount)
  const money = (amount: number) => toMoney(amount, line.currency)
  // A payout is the whole line: what is chosen here is instead of it.
  const known = parts.filter(({ payout_id }) => payout_id === null)
  const [drafts, setDrafts] = useState<Draft[]>(() =>
    known.length > 0
      ? known.map((part, key) => ({
          key,
          is_document: part.invoice_id !== null,
          id: part.invoice_id ?? part.contact_id,
          amount: part.amount,
          document_amount: part.document_amount,
        }))
      : [{ key: 0, ...nothing, amount: total }],
  )
  const left = total - drafts.reduce((sum, { amount }) => sum + Number(amount), 0)
  const set = (key: number, changed: Partial<Draft>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...changed } : draft)))
  const add = () => {
    const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1
    setDrafts([...drafts, { key, ...nothing, amount: left > 0 ? left : '' }])
  }
  const ready = left === 0 && drafts.every(isReady)
  return (
    <ActionDialog
      title={t('billing:bank.splitTitle')}
      text={t('billing:bank.splitText', {
        amount: money(line.amount),
        day: toDay(line.day),
        words: [line.name, line.reference, line.details].filter(Boolean).join(' · '),
      })}
      submit={t('billing:bank.take')}
      disabled={!ready}
      size="lg"
      run={async () => take(await Promise.all(drafts.map((draft) => toPart(draft, line))))}
      close={close}
    >
      {drafts.map((draft, i) => (
        <PartFields
          key={draft.key}
          line={line}
          draft={draft}
          number={i + 1}
          set={(changed) => set(draft.key, changed)}
          {...(drafts.length > 1 && { remove: () => setDrafts(drafts.filter(({ key }) => key !== draft.key)) })}
        />
      ))}
      <Group justify="space-between">
        <Button variant="default" size="xs" disabled={drafts.length >= MOST_PARTS} onClick={add}>
          {t('billing:bank.addPart')}
        </Button>
        <Text size="sm" c={left === 0 ? 'dimmed' : 'red'} role="status">
          {left > 0 && t('billing:bank.left', { amount: money(left) })}
          {left < 0 && t('billing:bank.over', { amount: money(-left) })}
        </Text>
      </Group>
    </ActionDialog>
  )
}

function PartFields({ line, draft, number, set, remove }: FieldsProps) {
  const { t } = useTranslation()
  const type = line.amount > 0 ? ('invoice' as const) : ('credit_note' as const)
  const { organisation_id, currency } = line
  const is_home = useBillingConfig(organisation_id).data?.currency === currency
  return (
    <div className={classes.part}>
      <NativeSelect
        label={t('billing:bank.kind')}
        value={draft.is_document ? type : 'contact'}
        data={([type, 'contact'] as const).map((value) => ({ value, label: t(`billing:bank.kinds.${value}`) }))}
        onChange={({ currentTarget }) =>
          set({ is_document: currentTarget.value !== 'contact', id: null, document_amount: null })
        }
      />
      <ReferencePicker
        key={String(draft.is_document)}
        reference={
          draft.is_document
            ? openReference(organisation_id, type, is_home ? null : currency)
            : contactReference(organisation_id)
        }
        label={t(draft.is_document ? `billing:types.${type}` : 'billing:bank.contact')}
        value={draft.id}
        onChange={(id) => set({ id, document_amount: null })}
      />
      <MoneyField
        name={`amount.${number}`}
        label={t('billing:bank.amount')}
        description={undefined}
        error={undefined}
        schema={{}}
        currency={currency}
        value={draft.amount}
        onChange={(amount) => set({ amount })}
      />
      {remove && <CloseButton aria-label={t('billing:bank.removePart', { number })} onClick={remove} />}
      {draft.is_document && <DocumentAmount line={line} draft={draft} number={number} set={set} />}
    </div>
  )
}

/** Of a document in another currency: what of it is paid, in that. */
function DocumentAmount({ line, draft, number, set }: FieldsProps) {
  const { t } = useTranslation()
  const { id, amount, document_amount } = draft
  const { data: document } = useQuery({
    queryKey: keys.bankDocument(id),
    queryFn: async () => (await guarded(client.read('invoice', id!))).data,
    enabled: id !== null,
  })
  if (!document || document.currency === line.currency) return null
  return (
    <div className={classes.paid}>
      <MoneyField
        name={`document_amount.${number}`}
        label={t('billing:bank.documentAmount', { document: document.document_number })}
        description={t('billing:bank.documentAmountText')}
        error={undefined}
        schema={{}}
        currency={document.currency}
        value={document_amount ?? paidOf(document, Number(amount))}
        onChange={(document_amount) => set({ document_amount })}
      />
    </div>
  )
}

/** With the names that the line shows then. */
async function toPart({ is_document, id, amount, document_amount }: Draft, line: Line): Promise<Part> {
  if (is_document) {
    const { data } = await guarded(client.read('invoice', id!))
    const { document_number, contact_id, contact_name, currency } = data
    const of = { invoice_id: id, document_number, contact_id, contact_name: contact_name ?? '', amount: Number(amount) }
    if (currency === line.currency) return { ...ownCurrency, ...of }
    const paid = document_amount ?? paidOf(data, Number(amount))
    return { ...ownCurrency, ...of, document_amount: Number(paid), document_currency: currency }
  }
  const { data } = await guarded(client.read('invoicing/contact', id!))
  const of = { invoice_id: null, document_number: null, contact_id: id!, contact_name: data.name }
  return { ...ownCurrency, ...of, amount: Number(amount) }
}

const isReady = ({ id, amount, document_amount }: Draft) =>
  id !== null && Number(amount) > 0 && (document_amount === null || Number(document_amount) > 0)

const ownCurrency = { payout_id: null, arrives_on: null, document_amount: null, document_currency: null }
const nothing = { is_document: true, id: null, document_amount: null }

/** `document_amount`: null until it is entered, so that it follows the amount. */
type Draft = {
  key: number
  is_document: boolean
  id: number | null
  amount: number | string
  document_amount: number | string | null
}
type Line = Suggested['line']
type Props = { line: Line; parts: Part[]; take: (parts: Part[]) => void; close: () => void }
type FieldsProps = {
  line: Line
  draft: Draft
  number: number
  set: (changed: Partial<Draft>) => void
  remove?: () => void
}
