import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Six digits of the authenticator app, or a recovery code. */
export function CodeField({ busy, inputProps }: { busy: boolean; inputProps: object }) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('signin.code')}
      description={t('signin.codeText')}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      readOnly={busy}
      {...inputProps}
    />
  )
}
