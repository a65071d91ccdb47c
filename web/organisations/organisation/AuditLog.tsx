import schema from 'virtual:resource/auditlog'
import { useTranslation } from 'react-i18next'
import { List } from '../../kit/lists/List.tsx'
import { useNames } from '../../people/users/useNames.ts'
import { useAuditLogLabels } from './useAuditLogLabels.ts'

/** Actions of administrators and of impersonated users, sign-ins, tokens and exports. */
export function AuditLog({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const nameOfUser = useNames(organisation_id)
  const { sentenceOf, detailsOf } = useAuditLogLabels()
  return (
    <List
      resource="auditlog"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'created_at' },
        {
          name: 'user_id',
          show: ({ user_id, impersonator_user_id: by }) =>
            by === null
              ? nameOfUser(user_id)
              : t('organisations:organisation.by', { name: nameOfUser(user_id), by: nameOfUser(by) }),
        },
        { name: 'action', show: ({ action }) => sentenceOf(action) },
        {
          name: 'entity_id',
          show: ({ entity, entity_id }) => (entity === 'user' ? nameOfUser(entity_id) : (entity_id ?? '')),
        },
        { name: 'details', show: ({ details }) => detailsOf(details) },
        { name: 'ip' },
      ]}
      nameOf={({ action, id }) => `${sentenceOf(action)} ${id}`}
      bulk={[]}
      empty={t('organisations:organisation.noLog')}
    />
  )
}
