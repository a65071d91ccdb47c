import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { ReferenceField } from '../../kit/forms/ReferenceField.tsx'

/** Picks a member as a tracker's owner; the server searches. */
export function OwnerSelect({ organisation_id, value, onChange }: Props) {
  const { t } = useTranslation()
  const toOption = (member: Row<'membership'>) => ({ id: member.user_id, label: member.display_name })
  return (
    <ReferenceField
      name="owner_user_id"
      label={t('tracking:connect.owner')}
      description={t('tracking:connect.ownerText')}
      reference={{
        resource: 'membership',
        scope: organisation_id,
        find: async (search, limit) => {
          const query = { organisation_id, limit, ...(search && { search }) }
          const { data, info } = await guarded(client.list('membership', query))
          return { options: data.map(toOption), more: info.next !== undefined }
        },
        read: async (user_id) => {
          const { data } = await guarded(client.list('membership', { organisation_id, user_id }))
          return data[0] ? toOption(data[0]) : null
        },
        texts: { none: t('tracking:connect.noOwner') },
      }}
      value={value}
      onChange={onChange}
    />
  )
}

type Props = { organisation_id: number; value: number | null; onChange: (user_id: number | null) => void }
