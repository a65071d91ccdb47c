import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

/** Picks members of an organisation; the server searches. */
export function MemberPicker({ organisation_id, value, onChange, ...shared }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const { data: candidates = [], isFetching } = useQuery({
    queryKey: keys.memberSearch(organisation_id, search),
    queryFn: async () =>
      (await guarded(client.list('membership', { organisation_id, limit: 50, ...(search && { search }) }))).data,
    placeholderData: keepPreviousData,
  })
  const options = new Map(
    [...value, ...candidates.map(({ user_id, display_name, email }) => ({ user_id, display_name, email }))].map(
      (each) => [String(each.user_id), each],
    ),
  )
  return (
    <MultiSelect
      {...shared}
      placeholder={value.length === 0 ? t('messaging:compose.search') : ''}
      searchable
      hidePickedOptions
      // Not before the server has answered.
      nothingFoundMessage={isFetching || typed.trim() !== search ? undefined : t('messaging:compose.nobody')}
      value={value.map(({ user_id }) => String(user_id))}
      data={[...options].map(([id, { display_name, email }]) => ({
        value: id,
        label: display_name === email ? email : `${display_name} (${email})`,
      }))}
      // The server has filtered already, by more than the name.
      filter={({ options: all }) => all}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(ids) => {
        setTyped('')
        onChange(ids.map((id) => options.get(id)!))
      }}
    />
  )
}

export type Person = { user_id: number; display_name: string; email: string }
type Props = {
  organisation_id: number
  label: string
  description?: string
  error?: string | undefined
  value: Person[]
  onChange: (people: Person[]) => void
}
