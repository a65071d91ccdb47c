import { Text } from '@mantine/core'
import { AccountFields } from '../accounts/AccountFields.tsx'
import { Copyable } from '../ui/Copyable.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { useAccountWords } from './words.ts'

/** The secret for the app, and the first code that proves that the app has it. */
export function SetUpSecondFactor({ started, enable }: Props) {
  const { t } = useAccountWords()
  return (
    <>
      <Text size="sm">{t('factor.scan')}</Text>
      <QrCode text={started.otpauth_url} label={t('factor.qr')} />
      <Copyable what={t('factor.secret')} text={started.secret} />
      <AccountFields
        fields={[{ name: 'code', type: 'text', label: t('factor.code'), autoComplete: 'one-time-code' }]}
        submit={t('factor.enable')}
        send={({ code }) => enable(code!.replaceAll(' ', ''))}
      />
    </>
  )
}

export type Started = { secret: string; otpauth_url: string }
type Props = { started: Started; enable: (code: string) => Promise<unknown> }
