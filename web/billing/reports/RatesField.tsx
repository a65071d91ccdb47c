import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Rates of the last day, for what is not realised: they count when the field is left. */
export function RatesField({ value, change }: { value: string; change: (rates: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  const done = () => {
    const rates = text.replace(/\s/g, '').toUpperCase()
    setText(rates)
    if (rates !== value) change(rates)
  }
  return (
    <TextInput
      label={t('billing:reports.rates')}
      placeholder="USD:0.61,EUR:0.55"
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={done}
      onKeyDown={(event) => event.key === 'Enter' && done()}
    />
  )
}
