import schema from 'virtual:resource/user'
import { Alert, Anchor, Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { currentHome } from '../../core/rights.ts'
import { impersonate, useSession } from '../../core/session.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { dayOf } from '../../kit/format/zoned.ts'
import { AccountFields } from '../../kit/forms/AccountFields.tsx'
import type { FieldName } from '../../kit/forms/labels.ts'
import { doneOf } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { RecordFrame } from '../../kit/record/RecordFrame.tsx'
import { showRecord } from '../../kit/record/useRecord.ts'
import { updateRecord } from '../../kit/record/useRecordActions.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { DeleteUser } from '../deletion/DeleteUser.tsx'
import { profileGroups } from '../settings/Profile.tsx'
import { SignInDetails } from './SignInDetails.tsx'
import { UserRole } from './UserRole.tsx'
import { UserState } from './UserState.tsx'

/** A user as administrators see it: the role, the details, and what can be done to the account. The server enforces the rights. */
export function EditUser({ user }: { user: Row<'user'> }) {
  const { t } = useTranslation()
  const self = useSession((session) => session.user?.id === user.id)
  const { day } = useTimes()
  const { timezone } = usePreferences()
  const { complete, active, confirmed_at, username, email, created_at } = user
  const state = !active ? 'inactive' : confirmed_at ? 'active' : 'unconfirmed'
  return (
    <RecordFrame
      title={user.display_name}
      state={
        complete && (
          <Badge variant="light" color={state === 'active' ? 'teal' : 'gray'}>
            {t(`people:user.states.${state}`)}
          </Badge>
        )
      }
      facts={[
        [t('people:fields.user.username'), username],
        [t('people:fields.user.email'), email],
        [t('people:user.since'), created_at && day(dayOf(created_at, timezone))],
      ]}
      tabs={[
        { name: 'overview', label: t('people:user.tabs.overview'), show: () => <Overview user={user} self={self} /> },
        ...(complete
          ? [
              {
                name: 'details',
                label: t('people:user.tabs.details'),
                show: () => <Details key={user.modified_at} user={user} self={self} />,
              },
            ]
          : []),
        ...(complete && !self
          ? [{ name: 'account', label: t('people:user.tabs.account'), show: () => <Account user={user} /> }]
          : []),
      ]}
    />
  )
}

function Overview({ user, self }: { user: Row<'user'>; self: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      {self && (
        <Alert mb="lg">
          <Anchor component={Link} to={paths.settings()} inherit underline="always">
            {t('people:user.self')}
          </Anchor>
        </Alert>
      )}
      <UserRole user={user} />
      <Certifications user={user} />
      {!user.complete && (
        <Section title={t('people:user.details')} text={t('people:user.elsewhere')}>
          <Text>
            {user.display_name}, {user.username}, {user.email}
          </Text>
        </Section>
      )}
    </>
  )
}

/** What the person holds in organisations with CPD; nothing where there is none. */
function Certifications({ user: { certifications } }: { user: Row<'user'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  if (certifications.length === 0) return null
  return (
    <Section title={t('people:user.certifications')}>
      {certifications.map(({ id, name, type, expires_on, state }) => (
        <Text key={id} size="sm">
          {[
            name,
            type,
            t(`people:user.certificationState.${state}`),
            ...(expires_on ? [t('people:user.expires', { date: day(expires_on) })] : []),
          ].join(' · ')}
        </Text>
      ))}
    </Section>
  )
}

/** Beside the profile; nobody sets these of themselves here. */
const accountFields: FieldName<'user'>[] = ['username', 'email', 'type', 'number']
/** With private records, they set these themselves. */
const kept: FieldName<'user'>[] = ['email', 'email_alt']

function Details({ user, self }: { user: Row<'user'>; self: boolean }) {
  const { t } = useTranslation()
  const save = async (body: Record<string, unknown>) => {
    await updateRecord('user', user, body)
    showSuccess(doneOf(t, 'user', 'saved'))
  }
  const open = (fields: FieldName<'user'>[]) =>
    user.private_records && !self ? fields.filter((name) => !kept.includes(name)) : fields
  return (
    <ResourceForm
      resource="user"
      body={schema.update!}
      row={user}
      groups={[
        ...(self ? [] : [{ title: t('people:profile.groups.account'), fields: open(accountFields) }]),
        ...profileGroups(t).map((group) => ({ ...group, fields: open(group.fields) })),
      ]}
      required={self ? [] : open(['username', 'email'])}
      save={save}
    />
  )
}

/** What can be done to the account of another. */
function Account({ user }: { user: Row<'user'> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { run } = useAction()
  const act = async () => {
    await guarded(impersonate(user.id))
    navigate(currentHome())
  }
  return (
    <>
      <UserState user={user} />
      {user.private_records ? <SignInDetails user={user} /> : <SetPassword user={user} />}
      <Section title={t('people:user.impersonate')} text={t('people:user.impersonateText')}>
        <ConfirmButton label={t('people:user.impersonate')} run={() => run(act)} />
      </Section>
      <DeleteUser user={user} />
    </>
  )
}

function SetPassword({ user }: { user: Row<'user'> }) {
  const { t } = useTranslation()
  return (
    <Section title={t('people:user.password')} text={t('people:user.passwordText')}>
      <AccountFields
        fields={[
          {
            name: 'password',
            type: 'password',
            label: t('people:account.newPassword'),
            description: t('people:account.passwordRule'),
            autoComplete: 'new-password',
          },
        ]}
        submit={t('people:user.password')}
        send={async ({ password }, again) => {
          const { data } = await guarded(client.update('user', { id: user.id, password: password! }))
          // The form of the details sends when the row was read.
          await showRecord('user', data)
          showSuccess(t('people:user.passwordSaved'))
          again()
        }}
      />
    </Section>
  )
}
