import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryKeys } from '../../core/queryKeys.ts'
import type { Shared } from './shared.ts'

const none = '0'
/** Milliseconds after the last key. */
const debounce = 250

/** The id of another row, which the server finds by what is typed. */
export function ReferenceField({ reference, value, onChange, ...shared }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), debounce)
  const { resource, scope, find, read, noneLabel } = reference
  const { data: results = [] } = useQuery({
    queryKey: queryKeys.referenceSearch(resource, scope, search),
    queryFn: () => find(search),
    placeholderData: keepPreviousData,
  })
  const { data: selected } = useQuery({
    queryKey: queryKeys.reference(resource, scope, value),
    queryFn: () => read(value!),
    enabled: value !== null,
  })
  const options = new Map([...results, ...(selected ? [selected] : [])].map(({ id, label }) => [id, label]))
  return (
    <Select
      {...shared}
      maw={320}
      searchable
      allowDeselect={false}
      value={String(value ?? none)}
      data={[
        { value: none, label: noneLabel ?? t('form.none') },
        ...[...options].map(([id, label]) => ({ value: String(id), label })),
      ]}
      // The server has searched already, by more than the label.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      onChange={(id) => onChange(Number(id) || null)}
    />
  )
}

/** The rows that a field may refer to. */
export type Reference = {
  resource: string
  /** What limits them, such as the organisation's id: part of the key they are cached by. */
  scope: number
  /** The first rows that match; all for ''. */
  find: (search: string) => Promise<Option[]>
  /** The row that is selected, which a search need not find. */
  read: (id: number) => Promise<Option | null>
  /** What an empty field is called. */
  noneLabel?: string
}

type Option = { id: number; label: string }
type Props = Shared & { reference: Reference; value: number | null; onChange: (id: number | null) => void }
