import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { contactsOf } from './queries.ts'
import { supervisorsOf } from './useSupervisor.ts'

/** Picks one of the person's current supervisors. */
export function SupervisorSelect({ organisation_id, value, known, onChange }: Props) {
  const { t } = useTranslation()
  const { data: contacts, isPending } = useQuery(contactsOf(organisation_id))
  const offered = supervisorsOf(contacts?.supervisors)
  const people = [...new Map(offered.map((person) => [person.user_id, person.name]))]
  const has_value = value === null || people.some(([user_id]) => user_id === value)
  return (
    <NativeSelect
      name="supervisor_user_id"
      label={t('cpd:supervisor.label')}
      description={t(`cpd:supervisor.${isPending ? 'loading' : people.length === 0 ? 'none' : 'hint'}`)}
      maw={320}
      data={[
        { value: '', label: t('form.none') },
        ...(has_value ? [] : [{ value: String(value), label: known ?? String(value) }]),
        ...people.map(([user_id, name]) => ({ value: String(user_id), label: name })),
      ]}
      value={value === null ? '' : String(value)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value) || null)}
    />
  )
}

type Props = {
  organisation_id: number
  value: number | null
  /** The name of a supervisor whose relationship has ended. */
  known: string | null
  onChange: (user_id: number | null) => void
}
