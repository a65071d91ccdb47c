import schema from 'virtual:resource/organisationconfig'
import { useTranslation } from 'react-i18next'
import { restore } from '../../core/session.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { useOrganisationConfig } from './useOrganisationConfig.ts'

/** Whether the organisation requires a second factor of its members, and who may use API keys. */
export function SignInPolicy({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { data, save } = useOrganisationConfig(organisation_id)
  if (data === undefined) return null
  return (
    <Section title={t('organisations:organisation.signingIn')}>
      <ResourceForm
        key={data?.modified_at}
        resource="organisationconfig"
        body={schema.update!}
        row={data ?? { second_factor_required: false, api_keys: 'members' }}
        fields={['second_factor_required', 'api_keys']}
        submit={t('organisations:organisation.signingInApply')}
        save={async (body) => {
          await save(body)
          // Reloads the session: the rule may apply to the user who has just set it.
          await restore()
        }}
      />
    </Section>
  )
}
