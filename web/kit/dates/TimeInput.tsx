import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseTime } from './dates.ts'

/** A time of the day, `08:00`; '' for none. It may be typed as 8, 0800 or 8 pm. */
export function TimeInput({ value = '', onChange, required, error, ...input }: Props) {
  const { t } = useTranslation()
  // What is typed stays as it is until the field is left.
  const [typed, setTyped] = useState<string | null>(null)
  const [is_wrong, setWrong] = useState(false)
  const read = (text: string) => (text.trim() === '' && !required ? '' : parseTime(text))
  const change = (time: string) => time !== value && onChange(time)
  const leave = () => {
    if (typed === null) return
    const time = read(typed)
    setWrong(time === null)
    if (time === null) return
    setTyped(null)
    change(time)
  }
  return (
    <TextInput
      placeholder="08:00"
      autoComplete="off"
      maxLength={8}
      {...input}
      error={error || (is_wrong && t('dates.noTime'))}
      value={typed ?? value}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        setWrong(false)
        if (text === '' || /^\d\d:\d\d$/.test(text)) {
          const time = read(text)
          if (time !== null) change(time)
        }
      }}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  )
}

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & { value: string; onChange: (time: string) => void }
