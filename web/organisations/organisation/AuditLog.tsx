import schema from 'virtual:resource/auditlog'
import { Anchor } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { pathOfRow, paths } from '../../core/paths.ts'
import { nounOf } from '../../kit/forms/labels.ts'
import { useAllTexts } from '../../kit/forms/useAllTexts.ts'
import { List } from '../../kit/lists/List.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { useNames } from '../../people/users/useNames.ts'
import { useAuditedDetails } from './useAuditedDetails.ts'

/** Actions of administrators and of impersonated users, sign-ins, tokens and exports. */
export function AuditLog({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const nameOfMember = useNames(organisation_id)
  const nameOfUser = (id: number | null) =>
    nameOfMember(id).replace(/^#\d+$/, (number) => t('organisations:log.noMember', { number }))
  const { sentenceOf, detailsOf } = useAuditedDetails(nameOfUser)
  if (!useAllTexts()) return <PageLoader />
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
        { name: 'entity_id', show: (entry) => <What entry={entry} nameOfUser={nameOfUser} /> },
        {
          name: 'details',
          show: (entry) =>
            detailsOf(entry).map(({ key, text, to }, i) => (
              <Fragment key={key}>
                {i > 0 && '; '}
                <Linked to={to}>{text}</Linked>
              </Fragment>
            )),
        },
        { name: 'ip' },
      ]}
      nameOf={({ action, id }) => `${sentenceOf(action)} ${id}`}
      bulk={[]}
      empty={t('organisations:organisation.noLog')}
    />
  )
}

/** The row that an entry is about, by its name, with a link to its page. */
function What({ entry, nameOfUser }: { entry: Row<'auditlog'>; nameOfUser: (id: number | null) => string }) {
  const { t } = useTranslation()
  const { entity, entity_id: id, action, names } = entry
  if (!entity || id === null) return null
  if (entity === 'user') return <Linked to={paths.user({ id })}>{nameOfUser(id)}</Linked>
  const noun = nounOf(t, entity, 'one')
  const name = names.entity_id
  const to = action.endsWith('.delete') ? null : pathOfRow(entity, id)
  return <Linked to={to}>{name ? `${noun}: ${name}` : noun}</Linked>
}

function Linked({ to, children }: { to: string | null | undefined; children: ReactNode }) {
  if (!to) return children
  return (
    <Anchor component={Link} to={to} inherit>
      {children}
    </Anchor>
  )
}
