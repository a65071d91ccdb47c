import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAddress } from './useAddress.ts'
import { withFilters } from './withFilters.ts'

/** A list filter whose value is kept in the address, so that other pages can link to the filtered list. */
export function SelectFilter<Value extends string>({ name, values, label, textOf, any, mb = 'md' }: Props<Value>) {
  const { t } = useTranslation()
  const [value, change] = useFilter(name, values)
  return (
    <NativeSelect
      label={label}
      maw={320}
      mb={mb}
      value={value ?? ''}
      data={[
        { value: '', label: any ?? t('table.any') },
        ...values.map((each) => ({ value: each, label: textOf(each) })),
      ]}
      onChange={(event) => change(values.find((each) => each === event.currentTarget.value) ?? null)}
    />
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
  mb?: string | number
}
