import { Alert, Anchor, Button, Checkbox, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError } from '#api/client.ts'
import { AskedError } from '../../core/backend/ask.ts'
import { candidatesOf, choicesOf, useBackend } from '../../core/backend/backend.ts'
import { installation, ownInstallation, useRegistration } from '../../core/installation.ts'
import { paths } from '../../core/paths.ts'
import { queries } from '../../core/queries.ts'
import { signIn } from '../../core/session.ts'
import { useWebsite } from '../../core/website.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { type Refusal, useSending } from '../../kit/forms/useSending.ts'
import { Logo } from '../../kit/page/Logo.tsx'
import { CodeField } from './CodeField.tsx'

// Most installations have none.
const ProviderSignIn = lazy(async () => ({ default: (await import('./ProviderSignIn.tsx')).ProviderSignIn }))
// Most installations know of no others.
const BackendChoice = lazy(async () => ({ default: (await import('../backend/BackendChoice.tsx')).BackendChoice }))

/** Username and password, then the code of the second factor if the server requires it. */
export function SignInForm() {
  const { t } = useTranslation()
  const { data } = useWebsite()
  const { data: options } = useQuery(installation)
  // A browser keeps sessions of the installation that has served the page alone.
  const { base, failed, moved } = useBackend()
  const here = base === ''
  const regions = !here || failed !== null || (options?.backendConfigs.length ?? 0) > 0
  const { busy, refusal, send, setRefusal } = useSending()
  const [unreachable, setUnreachable] = useState<string[]>([])
  const codeRequired = refusal?.code === 'totp_required' || refusal?.code === 'totp_wrong'
  const form = useValues(codeRequired ? ['username', 'password', 'code'] : ['username', 'password'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!form.check()) return
    const { username, password, code, keep } = form.values
    void send(async () => {
      setUnreachable([])
      const own = regions ? await queries.fetchQuery(ownInstallation).catch(() => null) : null
      const choices = own ? choicesOf(own.backendConfigs, t('signin.here'), location.origin) : []
      const before = base
      try {
        await signIn({
          candidates: candidatesOf(choices),
          username: username.trim(),
          password,
          keep,
          code: codeRequired ? code.trim() : undefined,
        })
      } catch (error) {
        if (!(error instanceof AskedError)) throw error
        // With the only one, the sentence of the form says so.
        if (error.cause instanceof ApiError) setUnreachable(error.unreachable)
        throw error.cause
      }
      // What guests have read was the other's.
      if (useBackend.getState().base !== before) await queries.invalidateQueries({ queryKey: installation.queryKey })
    })
  }
  const again = () => {
    form.set('code', '')
    setRefusal(null)
  }

  return (
    <>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Group gap="xs">
            <Logo size={26} />
            <Title order={1} size="h4">
              {data?.name ?? t('product')}
            </Title>
          </Group>
          <Notes moved={moved} unreachable={unreachable} refusal={refusal} />
          {codeRequired ? (
            <CodeField key="code" busy={busy} inputProps={form.of('code')} />
          ) : (
            <Fields form={form} busy={busy} keeps={here} regions={regions} />
          )}
          <Button type="submit" loading={busy} fullWidth mt="xs">
            {t('signin.submit')}
          </Button>
          {codeRequired ? (
            <Button variant="subtle" color="gray" onClick={again}>
              {t('signin.other')}
            </Button>
          ) : (
            <Links />
          )}
        </Stack>
      </form>
      {here && !codeRequired && <Elsewhere keep={form.values.keep} />}
    </>
  )
}

function Elsewhere({ keep }: { keep: boolean }) {
  const { data } = useQuery(installation)
  if (!data || (data.identity_providers.length === 0 && !data.organisations_sign_in)) return null
  return (
    <Suspense>
      <ProviderSignIn providers={data.identity_providers} organisations={data.organisations_sign_in} keep={keep} />
    </Suspense>
  )
}

/** Why the person is asked, and what was refused. */
function Notes({ moved, unreachable, refusal }: NotesProps) {
  const { t } = useTranslation()
  return (
    <>
      {moved && (
        <Alert color="blue" variant="light" role="status" p="sm">
          {moved}
        </Alert>
      )}
      {unreachable.length > 0 && (
        <Alert color="yellow" variant="light" role="status" p="sm">
          {t('signin.unreachable', { names: unreachable.join(', ') })}
        </Alert>
      )}
      {refusal?.code !== 'totp_required' && (
        <RefusalAlert refusal={refusal}>
          {refusal?.code === 'unconfirmed' && (
            <Text size="sm" mt={4}>
              {t('signin.unconfirmed')}{' '}
              <Anchor component={Link} to={paths.passwordReset()} inherit>
                {t('signin.newLink')}
              </Anchor>
            </Text>
          )}
        </RefusalAlert>
      )}
    </>
  )
}

function Fields({ form, busy, keeps, regions }: FieldsProps) {
  const { t } = useTranslation()
  const { data: options } = useQuery(installation)
  return (
    <>
      <TextInput
        label={t('signin.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        readOnly={busy}
        {...form.of('username')}
      />
      <PasswordInput
        label={t('signin.password')}
        name="password"
        autoComplete="current-password"
        readOnly={busy}
        {...form.of('password')}
      />
      {keeps && (
        <Checkbox
          label={t('signin.keep', { count: options?.kept_days ?? 30 })}
          description={t('signin.keepText')}
          checked={form.values.keep}
          onChange={({ currentTarget }) => form.set('keep', currentTarget.checked)}
        />
      )}
      {regions && (
        <Suspense>
          <BackendChoice wide />
        </Suspense>
      )}
    </>
  )
}

function Links() {
  const { t } = useTranslation()
  const registration = useRegistration()
  return (
    <Group justify="space-between" gap="xs">
      <Anchor component={Link} to={paths.passwordReset()} size="sm">
        {t('signin.forgotten')}
      </Anchor>
      {registration === 'open' && (
        <Anchor component={Link} to={paths.register()} size="sm">
          {t('signin.register')}
        </Anchor>
      )}
    </Group>
  )
}

/** Three fields: the library of the other forms would be a part of what the first page has to load. */
function useValues(required: Entry[]) {
  const { t } = useTranslation()
  const [values, setValues] = useState<Values>({ username: '', password: '', code: '', keep: false })
  const [empty, setEmpty] = useState<Entry[]>([])
  const set = (name: keyof Values, value: string | boolean) => {
    setValues((before) => ({ ...before, [name]: value }))
    setEmpty((before) => before.filter((each) => each !== name))
  }
  return {
    values,
    set,
    check() {
      const missing = required.filter((name) => !values[name].trim())
      setEmpty(missing)
      return missing.length === 0
    },
    of: (name: Entry) => ({
      value: values[name],
      error: empty.includes(name) && t('form.wrong.required'),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => set(name, currentTarget.value),
    }),
  }
}

type Entry = 'username' | 'password' | 'code'
type Values = Record<Entry, string> & { keep: boolean }
type NotesProps = { moved: string | null; unreachable: string[]; refusal: Refusal | null }
type FieldsProps = { form: ReturnType<typeof useValues>; busy: boolean; keeps: boolean; regions: boolean }
