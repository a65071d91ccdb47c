import { Alert, NativeSelect, Radio, Skeleton, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { toMoney } from '../../kit/format/money.ts'
import { dayOf } from '../../kit/format/zoned.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { CheckboxList } from '../../kit/forms/CheckboxList.tsx'
import { MoneyField } from '../../kit/forms/NumberField.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import { Preview } from './Preview.tsx'
import { firstDay, percentOf } from './prices.ts'

const steps = ['0.01', '0.05', '0.1', '0.5', '1', '5', '10'] as const

/** Enters new prices of products, shows what they mean, and schedules them. */
export function SchedulePrices({ organisation_id, close }: { organisation_id: number; close: () => void }) {
  const { t } = useTranslation()
  const { fields, chosen, products, currency, body } = useWish(organisation_id)
  const { data: preview, error } = useQuery({
    queryKey: keys.pricePreview(body ?? {}),
    queryFn: async () => (await guarded(client.act('POST pricechange/schedule', { ...body!, preview: true }))).data,
    enabled: body !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const run = async () => {
    await guarded(client.act('POST pricechange/schedule', body!))
    await Promise.all(['pricechange', 'pricechangemember'].map(refresh))
    showSuccess(t('billing:prices.scheduled'))
  }
  return (
    <ActionDialog
      title={t('billing:prices.new')}
      text={t('billing:prices.newText')}
      submit={t('billing:prices.schedule')}
      disabled={!preview || body === null}
      size="lg"
      run={run}
      close={close}
    >
      {products?.length === 0 && <Alert color="gray">{t('billing:prices.noProducts')}</Alert>}
      {products && products.length > 0 && (
        <CheckboxList
          label={t('billing:prices.products')}
          choices={products.map((each) => ({
            value: String(each.id),
            label: `${each.name} · ${toMoney(each.unit_amount, each.currency)} ${t(`billing:periods.${each.period}`)}`,
          }))}
          value={fields.picked}
          onChange={fields.setPicked}
        />
      )}
      {chosen.length > 0 && <HowMuch fields={fields} currency={currency} />}
      <DateInput
        label={t('billing:prices.from')}
        description={t('billing:prices.fromText')}
        value={fields.effective_on}
        min={fields.tomorrow}
        required
        onChange={fields.setDay}
      />
      {error && <Alert color="red">{sentenceOf(error) ?? t('form.unreachable')}</Alert>}
      {body && !preview && !error && <Skeleton height={120} />}
      {body && preview && <Preview preview={preview} />}
    </ActionDialog>
  )
}

function HowMuch({ fields, currency }: { fields: Fields; currency: string | null }) {
  const { t } = useTranslation()
  const { way, setWay, amount, setAmount, percent, setPercent, round_to, setStep } = fields
  return (
    <>
      <Radio.Group value={way} onChange={(value) => setWay(value as Fields['way'])} label={t('billing:prices.how')}>
        <Stack gap="xs" mt="xs">
          <Radio value="amount" label={t('billing:prices.byAmount')} disabled={currency === null} />
          <Radio value="percent" label={t('billing:prices.byPercent')} />
        </Stack>
      </Radio.Group>
      {way === 'amount' && currency !== null ? (
        <MoneyField
          name="unit_amount"
          label={t('billing:prices.amount')}
          description={undefined}
          error={undefined}
          schema={{}}
          currency={currency}
          value={amount}
          onChange={setAmount}
        />
      ) : (
        <>
          <TextInput
            label={t('billing:prices.percent')}
            description={t('billing:prices.percentText')}
            inputMode="decimal"
            maxLength={12}
            value={percent}
            error={percent !== '' && percentOf(percent) === null && t('billing:prices.percentWrong')}
            onChange={(event) => setPercent(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('billing:prices.roundTo')}
            value={round_to}
            data={steps.map((value) => ({
              value,
              label: value === '0.01' ? t('billing:prices.exact') : labelOfStep(value),
            }))}
            onChange={(event) => setStep(event.currentTarget.value)}
          />
        </>
      )}
    </>
  )
}

/** What is entered. `body` is null until it is complete; `currency` null where the products have several. */
function useWish(organisation_id: number) {
  const { timezone } = usePreferences()
  const today = dayOf(Date.now(), timezone)
  const { data: products } = useQuery({
    queryKey: keys.books('renewing products', organisation_id),
    queryFn: async () => {
      const query = { organisation_id, kind: 'membership', sort: 'name', limit: 200 } as const
      return (await guarded(client.list('product', query))).data.filter(({ period }) => period !== 'none')
    },
    staleTime: 0,
  })
  const [picked, setPicked] = useState<string[]>([])
  const [wanted, setWay] = useState<'amount' | 'percent'>('amount')
  const [amount, setAmount] = useState<number | string>('')
  const [percent, setPercent] = useState('')
  const [round_to, setStep] = useState('0.01')
  const [effective_on, setDay] = useState(firstDay(today))
  const chosen = (products ?? []).filter(({ id }) => picked.includes(String(id)))
  const currency = currencyOf(chosen)
  const way = currency === null ? 'percent' : wanted
  const signed = percentOf(percent)
  const how =
    way === 'amount'
      ? amount !== '' && { unit_amount: Number(amount) }
      : signed !== null && { percent: signed, round_to }
  const body =
    chosen.length > 0 && how && effective_on !== ''
      ? { organisation_id, product_ids: chosen.map(({ id }) => id), effective_on, ...how }
      : null
  const entered = { picked, setPicked, way, setWay, amount, setAmount, percent, setPercent, round_to, setStep }
  return {
    fields: { ...entered, effective_on, setDay, tomorrow: firstDay(today, 1) },
    products,
    chosen,
    currency,
    body,
  }
}

const labelOfStep = (step: string) => (step.includes('.') ? step.padEnd(4, '0') : step)

function currencyOf(chosen: Row<'product'>[]): string | null {
  const [first, ...others] = new Set(chosen.map(({ currency }) => currency))
  return others.length === 0 ? (first ?? null) : null
}

type Fields = ReturnType<typeof useWish>['fields']
