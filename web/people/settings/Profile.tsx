import schema from 'virtual:resource/user'
import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { restore } from '../../core/session.ts'
import type { User } from '../../core/types.ts'
import { type FormGroup, ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { updateRecord } from '../../kit/record/useRecordActions.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { PhoneVerification } from './PhoneVerification.tsx'

/** The fields of a profile, grouped. */
export function profileGroups(t: TFunction): FormGroup<'user'>[] {
  return [
    { title: t('people:profile.groups.name'), fields: ['name', 'firstname', 'middlename', 'lastname', 'known_as'] },
    {
      title: t('people:profile.groups.contact'),
      fields: ['email_alt', 'phone_mobile', 'phone_home', 'phone_work', 'base_url', 'newsletter'],
    },
    {
      title: t('people:profile.groups.address'),
      fields: [
        ...(['company_name', 'address1', 'address2', 'unit', 'street'] as const),
        ...(['suburb', 'city', 'state', 'postcode', 'country'] as const),
      ],
    },
    { title: t('people:profile.groups.person'), folded: true, fields: ['gender', 'dob', 'age_gt13', 'age_lt13'] },
    { title: t('people:profile.groups.pages'), folded: true, fields: ['post_login_url', 'post_logout_url'] },
  ]
}

/** @param alone on a page with its own title */
export function Profile({ user, alone = false }: { user: User; alone?: boolean }) {
  const { t } = useTranslation()
  const { data, isError } = useQuery({
    queryKey: queryKeys.record('user', user.id),
    queryFn: async () => (await guarded(client.read('user', user.id))).data,
    staleTime: 0,
  })
  const save = async (body: Record<string, unknown>) => {
    await updateRecord('user', data!, body)
    showSuccess(t('people:profile.saved'))
    // The session holds the name that the top bar shows.
    await restore()
  }
  if (isError) return <Alert color="red">{t('form.loadFailed')}</Alert>
  if (!data) return <PageLoader />
  return (
    <Section {...(!alone && { title: t('people:profile.title') })} text={t('people:profile.text')}>
      <ResourceForm
        key={data.modified_at}
        resource="user"
        body={schema.update!}
        row={data}
        groups={profileGroups(t).map((group) => ({ ...group, level: alone ? 2 : 3 }))}
        below={(name) =>
          name === 'phone_mobile' && user.impersonator_user_id === null ? (
            <PhoneVerification user_id={user.id} phone_mobile={data.phone_mobile} phone_proved={data.phone_proved} />
          ) : null
        }
        save={save}
      />
      <Anchor component={Link} to={paths.permissions()} size="sm">
        {t('people:profile.permissions')}
      </Anchor>
    </Section>
  )
}
