import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useGroups } from './useGroups.ts'

/** The groups of trackers that it is limited to. Nothing is shown where there are none. */
export function GroupsField({ organisation_id, value, error, onChange }: Props) {
  const { t } = useTranslation()
  const choices = useGroups(organisation_id)
  if (choices.length === 0) return null
  return (
    <MultiSelect
      label={t('organisations:fields.webhookendpoint.group_ids')}
      description={t('organisations:webhooks.groupsHint')}
      data={choices}
      value={value}
      onChange={onChange}
      searchable
      clearable
      maxValues={100}
      error={error}
    />
  )
}

type Props = {
  organisation_id: number
  value: string[]
  error: string | undefined
  onChange: (value: string[]) => void
}
