import schema from 'virtual:resource/cpdrotation'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CreateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { CancelLink } from '../../kit/forms/CancelLink.tsx'
import { ReferenceField } from '../../kit/forms/ReferenceField.tsx'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { memberReference } from '../../people/members/memberReference.ts'
import { useManages } from '../kit/useManages.ts'
import { askableReference } from '../relationships/askableReference.ts'

/** A rotation of one's own, or for administrators of a member, with the supervisor who is asked to accept. */
export function NewRotationPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { organisation_id: named, user } = useSession()
  const organisation_id = named!
  const administers = useManages(organisation_id)
  const [person, setPerson] = useState<number | null>(null)
  const [supervisor, setSupervisor] = useState<number | null>(null)
  const user_id = person ?? user!.id
  const askable = useMemo(
    () => askableReference(organisation_id, user_id, t('cpd:relationships.noPerson')),
    [organisation_id, user_id, t],
  )
  return (
    <Page title={t('cpd:rotations.new')}>
      <ResourceForm
        resource="cpdrotation"
        body={schema.create!}
        row={{ percent: 100 }}
        all
        required={['place', 'begins', 'ends']}
        groups={[
          {
            fields: ['place', 'specialty', 'begins', 'ends', 'percent'],
            extra: (
              <>
                {administers && (
                  <ReferenceField
                    name="user_id"
                    label={t('cpd:qualifications.person')}
                    description={t('cpd:rotations.personHint')}
                    error={undefined}
                    withAsterisk={false}
                    reference={memberReference(organisation_id)}
                    value={person}
                    onChange={setPerson}
                  />
                )}
                <ReferenceField
                  name="supervisor_user_id"
                  label={t('cpd:supervisor.label')}
                  description={t('cpd:relationships.byAddress')}
                  error={undefined}
                  withAsterisk={false}
                  reference={askable}
                  value={supervisor}
                  onChange={setSupervisor}
                />
              </>
            ),
          },
        ]}
        submit={t('form.create')}
        save={async (body) => {
          const { data } = await guarded(
            client.create('cpdrotation', {
              ...(body as CreateBody<'cpdrotation'>),
              organisation_id,
              ...(person !== null && { user_id: person }),
              ...(supervisor !== null && { supervisor_user_id: supervisor }),
            }),
          )
          await refresh('cpdrotation')
          await refresh('userrelationship')
          showSuccess(t('cpd:rotations.saved'))
          navigate(paths.rotation({ id: data.id }), { replace: true })
        }}
        cancel={<CancelLink to={paths.rotations()} />}
      />
    </Page>
  )
}
