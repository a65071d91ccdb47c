import schema from 'virtual:resource/organisation'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Row } from '#api/client.ts'
import { languageCodes } from '#messages/languages.ts'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { restore, useSession } from '../../core/session.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { doneOf, labelOf } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { RemoveSection } from '../../kit/record/RemoveSection.tsx'
import { updateRecord } from '../../kit/record/useRecordActions.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { Features } from './Features.tsx'
import { PrivacyPolicy } from './PrivacyPolicy.tsx'
import { SignInPolicy } from './SignInPolicy.tsx'

const groups = {
  basics: ['name', 'short_name', 'contact', 'phone', 'email'],
  address: ['address1', 'address2', 'address3'],
  region: ['gst_number', 'currency', 'timezone', 'locale'],
} as const
const groupNames = ['basics', 'address', 'region'] as const

export function OrganisationDetails({ organisation }: { organisation: Row<'organisation'> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const platform_admin = useSession((session) => session.user?.platform_admin)
  const { id } = organisation
  const save = async (body: Record<string, unknown>) => {
    await updateRecord('organisation', organisation, body)
    showSuccess(doneOf(t, 'organisation', 'saved'))
    // Its name in the top bar is the session's.
    await restore()
  }
  const { run } = useAction()
  const remove = () =>
    run(
      async () => {
        await client.remove('organisation', id)
        await Promise.all([refresh('organisation'), restore()])
        navigate(paths.organisations())
      },
      doneOf(t, 'organisation', 'removed'),
    )
  return (
    <>
      <Section>
        <ResourceForm
          resource="organisation"
          body={schema.update!}
          row={organisation}
          groups={groupNames.map((name) => ({
            title: t(`organisations:organisation.groups.${name}`),
            fields: [...groups[name]],
          }))}
          required={['name', 'currency', 'timezone', 'locale']}
          suggestions={{ locale: [...languageCodes] }}
          save={save}
        />
      </Section>
      <SignInPolicy organisation_id={id} />
      <PrivacyPolicy organisation_id={id} />
      {platform_admin && <Features organisation_id={id} />}
      {platform_admin && <RemoveSection run={remove} text={t('organisations:organisation.removeText')} />}
    </>
  )
}

/** Read-only details, for members who are not administrators. */
export function OrganisationFacts({ organisation }: { organisation: Row<'organisation'> }) {
  const { t } = useTranslation()
  return (
    <Facts
      facts={groupNames
        .flatMap((name) => groups[name])
        .map((name) => [
          labelOf(t, 'organisation', name),
          (organisation as Record<string, unknown>)[name] as string | null,
        ])}
    />
  )
}
