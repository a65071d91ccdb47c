import schema from 'virtual:resource/auditlog'
import { List } from '../lists/List.tsx'
import { useNames } from '../people/useNames.ts'
import { useAdminWords } from '../people/words.ts'

/** What administrators did, and what was done in somebody else's name. */
export function AuditLog({ organisation_id }: { organisation_id: number }) {
  const { t } = useAdminWords()
  const nameOfUser = useNames(organisation_id)
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
            by === null ? nameOfUser(user_id) : t('organisation.by', { name: nameOfUser(user_id), by: nameOfUser(by) }),
        },
        { name: 'action' },
        { name: 'entity_id' },
        { name: 'details', show: ({ details }) => fieldsOf(details) },
        { name: 'ip' },
      ]}
      nameOf={({ action, id }) => `${action} ${id}`}
      bulk={[]}
      empty={t('organisation.noLog')}
    />
  )
}

function fieldsOf(details: Record<string, unknown> | null): string {
  if (!details) return ''
  const { fields, ...others } = details
  const named = Array.isArray(fields) ? [fields.join(', ')] : []
  return [...named, ...Object.entries(others).map(([name, value]) => `${name}: ${String(value)}`)].join('; ')
}
