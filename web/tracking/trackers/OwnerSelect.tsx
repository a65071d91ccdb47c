import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'

const nobody = '0'

/** Picks a member as a tracker's owner; the server searches. */
export function OwnerSelect({ organisation_id, value, onChange }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const { data: candidates = [] } = useQuery({
    queryKey: ['all', 'membership', organisation_id, search],
    queryFn: async () =>
      (await guarded(client.list('membership', { organisation_id, limit: 50, ...(search && { search }) }))).data,
    placeholderData: keepPreviousData,
  })
  const { data: owner } = useQuery({
    queryKey: ['membership', organisation_id, value],
    queryFn: async () =>
      (await guarded(client.list('membership', { organisation_id, user_id: value! }))).data[0] ?? null,
    enabled: value !== null,
  })
  const members = new Map(
    [...candidates, ...(owner ? [owner] : [])].map((member) => [member.user_id, member.display_name]),
  )
  return (
    <Select
      label={t('tracking:connect.owner')}
      description={t('tracking:connect.ownerText')}
      maw={320}
      searchable
      allowDeselect={false}
      value={String(value ?? nobody)}
      data={[
        { value: nobody, label: t('tracking:connect.noOwner') },
        ...[...members].map(([id, name]) => ({ value: String(id), label: name })),
      ]}
      // The server has filtered already, by more than the name.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      onChange={(id) => onChange(Number(id) || null)}
    />
  )
}

type Props = { organisation_id: number; value: number | null; onChange: (user_id: number | null) => void }
