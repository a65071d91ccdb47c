import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

/** A filter of a list that is kept in the address, so that other pages can link to it. */
export function SelectFilter<Value extends string>({ name, values, label, textOf, mb = 'md' }: Props<Value>) {
  const { t } = useTranslation()
  const [value, change] = useFilter(name, values)
  return (
    <NativeSelect
      label={label}
      maw={320}
      mb={mb}
      value={value ?? ''}
      data={[{ value: '', label: t('table.any') }, ...values.map((each) => ({ value: each, label: textOf(each) }))]}
      onChange={(event) => change(values.find((each) => each === event.currentTarget.value) ?? null)}
    />
  )
}

/** The value of a filter in the address; null if there is none, or not one of the values. */
export function useFilter<Value extends string>(
  name: string,
  values: readonly Value[],
): [Value | null, (value: Value | null) => void] {
  const [params, setParams] = useSearchParams()
  const value = values.find((each) => each === params.get(name)) ?? null
  const change = (to: Value | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('page')
        if (to) after.set(name, to)
        else after.delete(name)
        return after
      },
      { replace: true },
    )
  return [value, change]
}

type Props<Value extends string> = {
  /** The parameter of the address. */
  name: string
  values: readonly Value[]
  label: string
  textOf: (value: Value) => string
  mb?: string | number
}
