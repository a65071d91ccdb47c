import { Button, Checkbox, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CardPage } from '../frame/Page.tsx'
import { RefusalAlert } from './RefusalAlert.tsx'
import { useSending } from './useSending.ts'

/** A card with a few fields about an account. What the server refuses stands at its field, or above them all. */
export function AccountForm({ title, text, fields, submit, send, children }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send: sending } = useSending()
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: Object.fromEntries(
      fields.map(({ name, type, value = '' }) => [name, type === 'agree' ? false : value]),
    ),
    validate: Object.fromEntries(
      fields.map(({ name, optional }) => [
        name,
        (value: string | boolean) =>
          optional || (typeof value === 'string' ? value.trim() : value) ? null : t('form.wrong.required'),
      ]),
    ),
  })
  const onSubmit = form.onSubmit(async (values) => {
    await sending(() => send(values as Record<string, string>))
  })
  const known = fields.some(({ name }) => name === refusal?.field)

  return (
    <CardPage title={title}>
      <Stack component="form" onSubmit={onSubmit as never} {...{ noValidate: true }}>
        <Title order={1} size="h4">
          {title}
        </Title>
        {text && <Text c="dimmed">{text}</Text>}
        {!known && <RefusalAlert refusal={refusal} />}
        {fields.map((field) => (
          <Input
            key={field.name}
            field={field}
            busy={busy}
            given={form.getInputProps(field.name, { type: field.type === 'agree' ? 'checkbox' : 'input' })}
            wrong={refusal?.field === field.name ? refusal.message : undefined}
          />
        ))}
        <Button type="submit" loading={busy} fullWidth mt="xs">
          {submit}
        </Button>
        {children}
      </Stack>
    </CardPage>
  )
}

function Input({ field, busy, given, wrong }: InputProps) {
  const { name, type, label, autoComplete, autoFocus, description } = field
  const shared = { name, label, description, disabled: busy, ...given, error: given.error ?? wrong }
  if (type === 'agree') return <Checkbox {...shared} />
  if (type === 'password') return <PasswordInput {...shared} autoComplete={autoComplete} autoFocus={autoFocus} />
  return (
    <TextInput
      {...shared}
      type={type === 'email' ? 'email' : 'text'}
      autoComplete={autoComplete}
      autoFocus={autoFocus}
      autoCapitalize={type === 'name' ? 'words' : 'none'}
      spellCheck={false}
    />
  )
}

export type AccountField = {
  name: string
  type: 'text' | 'name' | 'email' | 'password' | 'agree'
  label: ReactNode
  description?: string
  autoComplete?: string
  autoFocus?: boolean
  optional?: boolean
  value?: string
}

type Values = Record<string, string | boolean>
type Props = {
  title: string
  text?: string
  fields: AccountField[]
  submit: string
  /** Rejects with what the server said. */
  send: (values: Record<string, string>) => Promise<unknown>
  children?: ReactNode
}
// biome-ignore lint/suspicious/noExplicitAny: as Mantine's form gives them
type InputProps = { field: AccountField; busy: boolean; given: any; wrong: string | undefined }
