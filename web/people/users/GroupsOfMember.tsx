import { Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReferencesPicker } from '../../kit/reference/ReferencesPicker.tsx'
import { groupReference } from '../members/groupReference.ts'

/** As many as the API takes. */
const most = 50

/** Whether Staff see all trackers, or those of some groups. Ticked and still without a group, it is an empty list. */
export function GroupsOfMember({ organisation_id, value, onChange }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(value)
  const choose = (ids: number[] | null) => {
    setChosen(ids)
    onChange(ids)
  }
  return (
    <Stack gap="xs">
      <Checkbox
        label={t('people:user.limited')}
        description={t('people:user.limitedText')}
        checked={chosen !== null}
        onChange={({ currentTarget: { checked } }) => choose(checked ? [] : null)}
      />
      {chosen && (
        <ReferencesPicker
          reference={{ ...groupReference(organisation_id), texts: { noRows: t('people:user.noGroups') } }}
          label={t('people:user.groups')}
          placeholder={t('people:user.chooseGroups')}
          max={most}
          value={chosen}
          onChange={choose}
        />
      )}
    </Stack>
  )
}

type Props = {
  organisation_id: number
  value: number[] | null
  /** Null: all. */
  onChange: (group_ids: number[] | null) => void
}
