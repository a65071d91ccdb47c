import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded, post } from '../../core/api.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { AccountFields } from '../../kit/forms/AccountFields.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { showRecord } from '../../kit/record/useRecord.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'

/** Address and password of a person with private records, which nobody else sets: they get links. */
export function SignInDetails({ user }: { user: Row<'user'> }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { id, email, waiting_email, waiting_email_at } = user
  const { busy, run } = useAction()
  const sendLink = () =>
    run(
      () => post('user/link', { id }),
      ({ message }) => message ?? t('people:user.linkSent'),
    )
  return (
    <Section title={t('people:user.signIn')} text={t('people:user.private')}>
      <Stack maw={560}>
        <TextInput label={t('people:fields.user.email')} value={email} disabled />
        <PasswordInput label={t('people:account.newPassword')} value="••••••••" disabled />
        <div>
          <Button onClick={sendLink} loading={busy}>
            {t('people:user.sendLink')}
          </Button>
        </div>
        {waiting_email && waiting_email_at && (
          <Text>{t('people:user.waiting', { email: waiting_email, time: moment(waiting_email_at) })}</Text>
        )}
      </Stack>
      <AccountFields
        fields={[
          {
            name: 'email',
            type: 'email',
            label: t('people:user.newAddress'),
            description: t('people:user.newAddressText'),
            autoComplete: 'off',
          },
        ]}
        submit={t('people:user.askAddress')}
        send={async ({ email }, again) => {
          const { data } = await guarded(client.update('user', { id, email: email! }))
          await showRecord('user', data)
          showSuccess(t('people:user.addressAsked'))
          again()
        }}
      />
    </Section>
  )
}
