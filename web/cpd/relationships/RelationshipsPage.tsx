import schema from 'virtual:resource/userrelationship'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { contactsOf } from '../kit/queries.ts'

const states = ['requested', 'accepted', 'declined', 'ended'] as const

/** Who supervises, teaches or accompanies whom: one's own relationships, and for administrators all. */
export function RelationshipsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [state] = useFilter('state', states)
  const { data: contacts } = useQuery(contactsOf(organisation_id))
  const supervises = (contacts?.trainees ?? []).some(({ kind }) => kind !== 'peer')
  return (
    <ListPage
      title={t('cpd:relationships.title')}
      text={t('cpd:relationships.text')}
      links={supervises ? [{ to: paths.matrix(), label: t('cpd:matrix.mine') }] : []}
      create={{ to: paths.relationshipEdit(), label: t('cpd:relationships.add'), whenEmpty: true }}
      resource="userrelationship"
      schema={schema}
      filters={{ organisation_id, ...(state && { state }) }}
      columns={[
        { name: 'person' },
        { name: 'other' },
        { name: 'kind', show: ({ kind }) => choiceOf(t, kind) },
        { name: 'begins', hidden: true },
        { name: 'ends' },
        {
          name: 'state',
          show: ({ state, to_accept }) => (to_accept ? t('cpd:relationships.toAccept') : choiceOf(t, state)),
        },
        { name: 'assessment_level', hidden: true },
      ]}
      nameOf={({ person, other }) => `${person} – ${other}`}
      open={({ id }) => paths.relationship({ id })}
      empty={state ? t('cpd:relationships.noneMatch') : t('cpd:relationships.empty')}
    >
      <SelectFilter
        name="state"
        values={states}
        label={t('cpd:activities.state')}
        textOf={(each) => choiceOf(t, each)}
      />
    </ListPage>
  )
}
