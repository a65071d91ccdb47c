import { NativeSelect } from '@mantine/core'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { Filter, FilterMode } from './Filter.tsx'
import { useAddress } from './useAddress.ts'
import { withFilters } from './withFilters.ts'

/** A list filter whose value is kept in the address, so that other pages can link to the filtered list. */
export function SelectFilter<Value extends string>({ name, values, label, textOf, any }: Props<Value>) {
  const { t } = useTranslation()
  const [value, change] = useFilter(name, values)
  const texts = values.map((each) => ({ value: each, label: textOf(each) }))
  return (
    <ChoiceFilter
      label={label}
      any={any ?? t('table.any')}
      value={value ?? ''}
      data={texts}
      onChange={(next) => change(values.find((each) => each === next) ?? null)}
    />
  )
}

/** A list filter with some choices. Its value is '' where none is set. */
export function ChoiceFilter({ label, any, value, data, onChange }: ChoiceProps) {
  const alone = useContext(FilterMode).kind === 'alone'
  const text = data.find((each) => each.value === value)?.label ?? null
  return (
    <Filter label={label} value={text} clear={() => onChange('')}>
      <NativeSelect
        {...(alone ? { 'aria-label': label } : { label })}
        value={value}
        data={[{ value: '', label: alone ? `${label}: ${any}` : any }, ...data]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Filter>
  )
}

/** A filter's value, kept in the query of the address. Null: no filter is set, or its value is not an allowed one. */
export function useFilter<Value extends string>(
  name: string,
  values: readonly Value[],
): [Value | null, (value: Value | null) => void] {
  const [params, change] = useAddress()
  const value = values.find((each) => each === params.get(name)) ?? null
  return [value, (to) => change((before) => withFilters(before, { [name]: to }))]
}

type Props<Value extends string> = {
  /** The parameter of the address. */
  name: string
  values: readonly Value[]
  label: string
  textOf: (value: Value) => string
  /** What no filter means, where it is not everything. */
  any?: string
}

type ChoiceProps = {
  label: string
  any: string
  value: string
  data: { value: string; label: string }[]
  onChange: (value: string) => void
}
