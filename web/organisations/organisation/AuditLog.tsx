import schema from 'virtual:resource/auditlog'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { loadTexts, namespaces, type TextDomain } from '../../core/i18n.ts'
import { List } from '../../kit/lists/List.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { useNames } from '../../people/users/useNames.ts'
import { keys } from '../keys.ts'
import { useAuditLogLabels } from './useAuditLogLabels.ts'

/** Actions of administrators and of impersonated users, sign-ins, tokens and exports. */
export function AuditLog({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const nameOfUser = useNames(organisation_id)
  const { nounOf, sentenceOf, detailsOf } = useAuditLogLabels()
  const texts = useQuery({ queryKey: keys.allTexts, queryFn: loadAllTexts })
  const rowOf = (entity: string | null, id: number | null) => (entity && id ? `${nounOf(entity)} ${id}` : '')
  if (texts.isPending) return <PageLoader />
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
          show: ({ entity, entity_id }) => (entity === 'user' ? nameOfUser(entity_id) : rowOf(entity, entity_id)),
        },
        { name: 'details', show: ({ entity, details }) => detailsOf(entity, details) },
        { name: 'ip' },
      ]}
      nameOf={({ action, id }) => `${sentenceOf(action)} ${id}`}
      bulk={[]}
      empty={t('organisations:organisation.noLog')}
    />
  )
}

/** The names of fields stand with the texts of their domains. */
async function loadAllTexts(): Promise<true> {
  await loadTexts(namespaces.filter((name): name is TextDomain => name !== 'common'))
  return true
}
