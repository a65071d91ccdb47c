import { Alert, Button, Center, Group, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { sentenceOf } from '../api.ts'
import { Logo } from '../frame/Logo.tsx'
import { PageLoader } from '../frame/PageLoader.tsx'
import { signIn, useSession } from '../stores/session.ts'
import { website } from '../website.ts'
import { nextPath } from './nextPath.ts'

export function SignInPage() {
  const status = useSession((session) => session.status)
  const [query] = useSearchParams()
  if (status === 'restoring') return <PageLoader />
  if (status === 'in') return <Navigate to={nextPath(query.get('next'))} replace />
  return (
    <Center mih="100%" p="md" component="main">
      <SignInForm />
    </Center>
  )
}

function SignInForm() {
  const { t } = useTranslation()
  const { data } = useQuery(website)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const filled = (value: string) => (value ? null : t('signin.required'))
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    transformValues: (values) => ({ ...values, username: values.username.trim() }),
    validate: { username: (value) => filled(value.trim()), password: filled },
  })

  const submit = form.onSubmit(async ({ username, password }) => {
    setBusy(true)
    setError(null)
    try {
      await signIn(username, password)
    } catch (failure) {
      setError(sentenceOf(failure) ?? t('signin.unreachable'))
      setBusy(false)
    }
  })

  return (
    <Paper component="form" onSubmit={submit} noValidate withBorder p="xl" w="100%" maw={380}>
      <Stack>
        <Group gap="xs">
          <Logo size={26} />
          <Title order={1} size="h4">
            {data?.name ?? t('product')}
          </Title>
        </Group>
        {error && (
          <Alert color="red" variant="light" role="alert" p="sm">
            {error}
          </Alert>
        )}
        <TextInput
          label={t('signin.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          disabled={busy}
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label={t('signin.password')}
          name="password"
          autoComplete="current-password"
          disabled={busy}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={busy} fullWidth mt="xs">
          {t('signin.submit')}
        </Button>
      </Stack>
    </Paper>
  )
}
