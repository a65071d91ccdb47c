import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ReferencesPicker } from '../../kit/reference/ReferencesPicker.tsx'
import { memberReference } from '../../people/members/memberReference.ts'
import { type Audience, roles } from './audience.ts'

/** As many as the server takes. */
const MAX_PEOPLE = 10_000

/** Whom a cycle is for: all members, or those who have all that is named. */
export function AudienceFields({ organisation_id, value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <NativeSelect
        label={t('cpd:audience.role')}
        maw={320}
        data={[
          { value: '', label: t('cpd:audience.all') },
          ...roles.map((role) => ({ value: role as string, label: choiceOf(t, role) })),
        ]}
        value={value.role ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ ...value, role: roles.find((role) => role === currentTarget.value) })
        }
      />
      <TextInput
        label={t('cpd:audience.qualification')}
        description={t('cpd:audience.qualificationHint')}
        maw={320}
        maxLength={200}
        value={value.qualification ?? ''}
        onChange={({ currentTarget }) => onChange({ ...value, qualification: currentTarget.value || undefined })}
      />
      <ReferencesPicker
        reference={memberReference(organisation_id)}
        label={t('cpd:audience.people')}
        placeholder={t('cpd:audience.anyone')}
        description={t('cpd:audience.peopleHint')}
        max={MAX_PEOPLE}
        value={value.user_ids ?? []}
        onChange={(ids) => onChange({ ...value, user_ids: ids.length > 0 ? ids : undefined })}
      />
    </>
  )
}

type Props = { organisation_id: number; value: Audience; onChange: (audience: Audience) => void }
