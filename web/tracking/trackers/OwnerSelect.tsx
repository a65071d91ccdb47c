import { useTranslation } from 'react-i18next'
import { ReferenceField } from '../../kit/forms/ReferenceField.tsx'
import { memberReference } from '../../people/members/memberReference.ts'

/** Picks a member as a tracker's owner; the server searches. */
export function OwnerSelect({ organisation_id, value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <ReferenceField
      name="owner_user_id"
      label={t('tracking:connect.owner')}
      description={t('tracking:connect.ownerText')}
      reference={{ ...memberReference(organisation_id), texts: { none: t('tracking:connect.noOwner') } }}
      value={value}
      onChange={onChange}
    />
  )
}

type Props = { organisation_id: number; value: number | null; onChange: (user_id: number | null) => void }
