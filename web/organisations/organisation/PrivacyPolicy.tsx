import schema from 'virtual:resource/organisationconfig'
import { useTranslation } from 'react-i18next'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { useOrganisationConfig } from './useOrganisationConfig.ts'

/** What the organisation lets its people keep to themselves. */
export function PrivacyPolicy({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { data, save } = useOrganisationConfig(organisation_id)
  // Without settings it has tracking.
  if (data === undefined || (data && !data.features.includes('tracking'))) return null
  return (
    <Section title={t('organisations:organisation.privacy')}>
      <ResourceForm
        key={data?.modified_at}
        resource="organisationconfig"
        body={schema.update!}
        row={data ?? { private_trips: false, private_mode: false }}
        fields={['private_trips', 'private_mode']}
        submit={t('organisations:organisation.signingInApply')}
        save={save}
      />
    </Section>
  )
}
