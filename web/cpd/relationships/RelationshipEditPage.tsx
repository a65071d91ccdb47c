import schema from 'virtual:resource/userrelationship'
import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CreateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ReferenceField } from '../../kit/forms/ReferenceField.tsx'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { useManages } from '../kit/useManages.ts'
import { askableReference } from './askableReference.ts'

const sides = ['trainee', 'other', 'both'] as const

/** Asks another person to supervise one, or to be supervised; administrators bring two others together. */
export function RelationshipEditPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { organisation_id, user } = useSession()
  const administers = useManages(organisation_id!)
  const [side, setSide] = useState<(typeof sides)[number]>('trainee')
  const [trainee, setTrainee] = useState<number | null>(null)
  const [other, setOther] = useState<number | null>(null)
  const me = user!.id
  const askable = useMemo(
    () => askableReference(organisation_id!, me, t('cpd:relationships.noPerson')),
    [organisation_id, me, t],
  )
  const user_id = side === 'trainee' ? me : trainee
  const other_user_id = side === 'other' ? me : other

  const picker = (name: 'user_id' | 'other_user_id', value: number | null, onChange: (id: number | null) => void) => (
    <ReferenceField
      name={name}
      label={t(`cpd:fields.userrelationship.${name === 'user_id' ? 'person' : 'other'}`)}
      description={administers ? undefined : t('cpd:relationships.byAddress')}
      error={undefined}
      withAsterisk
      reference={askable}
      value={value}
      onChange={onChange}
    />
  )
  return (
    <Page title={t('cpd:relationships.new')}>
      <ResourceForm
        resource="userrelationship"
        body={schema.create!}
        row={{ kind: 'supervisor' }}
        all
        changed={user_id !== null && other_user_id !== null}
        busy={user_id === null || other_user_id === null}
        groups={[
          {
            fields: [],
            extra: (
              <>
                <SegmentedControl
                  aria-label={t('cpd:relationships.side')}
                  data={sides
                    .filter((each) => each !== 'both' || administers)
                    .map((each) => ({ value: each, label: t(`cpd:relationships.sides.${each}`) }))}
                  value={side}
                  onChange={(value) => setSide(value as (typeof sides)[number])}
                />
                {side !== 'trainee' && picker('user_id', trainee, setTrainee)}
                {side !== 'other' && picker('other_user_id', other, setOther)}
              </>
            ),
          },
          { fields: ['kind', 'assessment_level', 'begins', 'ends'] },
        ]}
        submit={t('cpd:relationships.ask')}
        save={async (body) => {
          const asked = { ...(body as CreateBody<'userrelationship'>), organisation_id: organisation_id! }
          const { data } = await guarded(
            client.create('userrelationship', { ...asked, user_id: user_id!, other_user_id: other_user_id! }),
          )
          await refresh('userrelationship')
          showSuccess(t('cpd:relationships.asked'))
          navigate(paths.relationship({ id: data.id }), { replace: true })
        }}
      />
    </Page>
  )
}
