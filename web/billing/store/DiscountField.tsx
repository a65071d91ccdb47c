import { Anchor, Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toMoney } from '../../kit/format/money.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { plain } from '../documents/draft.ts'
import type { Offer } from './store.ts'

/** A code that takes something off. What it leaves to pay is read before one agrees. */
export function DiscountField({ typed, onType, offer, error, busy, apply }: Props) {
  const { t } = useTranslation()
  const [is_open, setOpen] = useState(false)
  if (!is_open) {
    return (
      <Anchor component="button" type="button" size="sm" onClick={() => setOpen(true)} style={{ alignSelf: 'start' }}>
        {t('billing:store.haveCode')}
      </Anchor>
    )
  }
  return (
    <>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label={t('billing:store.code')}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          flex={1}
          value={typed}
          onChange={(event) => onType(event.currentTarget.value.trim())}
        />
        <Button variant="default" loading={busy} disabled={typed === '' || offer !== null} onClick={apply}>
          {t('billing:store.useCode')}
        </Button>
      </Group>
      <div aria-live="polite">
        {error && (
          <Text size="sm" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
        {offer && <Offered offer={offer} />}
      </div>
    </>
  )
}

/** What it takes off, what is left to pay, and what later periods cost. */
function Offered({ offer }: { offer: Offer }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { discount_code, percent, before, first, later, currency, ends_on, begins_on } = offer
  const money = (amount: number) => toMoney(amount, currency)
  const off = money(before.gross - first.gross)
  const said = {
    code: percent === null ? discount_code : `${discount_code} (${plain(percent)} %)`,
    off,
    before: money(before.gross),
    amount: money(first.gross),
  }
  const from = day(begins_on)
  return (
    <Text size="sm">
      {t('billing:store.codeTakes', said)}{' '}
      {ends_on
        ? t('billing:store.codeFirst', { amount: said.amount, from, until: day(ends_on) })
        : t('billing:store.codeOnce', { amount: said.amount })}{' '}
      {later && t('billing:store.codeLater', { amount: money(later.gross) })}
    </Text>
  )
}

type Props = {
  typed: string
  onType: (typed: string) => void
  offer: Offer | null
  error: string | null
  busy: boolean
  apply: () => void
}
