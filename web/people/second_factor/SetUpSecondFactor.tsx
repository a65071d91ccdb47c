import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Copyable } from '../../kit/copy/Copyable.tsx'
import { AccountFields } from '../../kit/forms/AccountFields.tsx'
import { QrCode } from '../../kit/ui/QrCode.tsx'

/** Shows the secret for the authenticator app and verifies its first code. */
export function SetUpSecondFactor({ started, enable }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Text size="sm">{t('people:factor.scan')}</Text>
      <QrCode text={started.otpauth_url} label={t('people:factor.qr')} />
      <Copyable what={t('people:factor.secret')} text={started.secret} />
      <AccountFields
        fields={[{ name: 'code', type: 'text', label: t('people:factor.code'), autoComplete: 'one-time-code' }]}
        submit={t('people:factor.enable')}
        send={({ code }) => enable(code!.replaceAll(' ', ''))}
      />
    </>
  )
}

export type Started = { secret: string; otpauth_url: string }
type Props = { started: Started; enable: (code: string) => Promise<unknown> }
