import { Button, Checkbox, PasswordInput, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ChangeEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './AccountFields.module.css'
import { RefusalAlert } from './RefusalAlert.tsx'
import { useSending } from './useSending.ts'

/**
 * A few fields that are sent together. What the server refuses stands at its field, or above them all.
 *
 * @param head stands above the fields, and above what was refused
 */
export function AccountFields({ fields, submit, send, fullWidth = false, dangerous = false, head, children }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send: sending } = useSending()
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: Object.fromEntries(
      fields.map(({ name, type, value = '' }) => [name, type === 'agree' ? value === 'true' : value]),
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
    const again = () => form.reset()
    await sending(() => send(values as Record<string, string>, again))
  })
  const known = fields.some(({ name }) => name === refusal?.field)

  return (
    <Stack renderRoot={(props) => <form {...props} onSubmit={onSubmit} noValidate />}>
      {head}
      {!known && <RefusalAlert refusal={refusal} />}
      {fields.map((field) => (
        <Input
          key={form.key(field.name)}
          field={field}
          busy={busy}
          given={form.getInputProps(field.name, { type: field.type === 'agree' ? 'checkbox' : 'input' })}
          wrong={refusal?.field === field.name ? refusal.message : undefined}
        />
      ))}
      <div>
        <Button
          type="submit"
          loading={busy}
          fullWidth={fullWidth}
          mt={fullWidth ? 'xs' : 0}
          {...(dangerous && { color: 'red' })}
        >
          {submit}
        </Button>
      </div>
      {children}
    </Stack>
  )
}

function Input({ field, busy, given, wrong }: InputProps) {
  const { name, type, label, autoComplete, autoFocus, description } = field
  const shared = { name, label, description, disabled: busy, ...given, error: given.error ?? wrong }
  if (type === 'trap') return <Trap name={name} onChange={given.onChange} />
  if (type === 'agree') return <Checkbox {...shared} />
  if (type === 'password') return <PasswordInput {...shared} autoComplete={autoComplete} autoFocus={autoFocus} />
  if (type === 'long') return <Textarea {...shared} autosize minRows={5} maxRows={20} />
  return (
    <TextInput
      {...shared}
      type={type === 'email' ? 'email' : 'text'}
      autoComplete={autoComplete}
      inputMode={autoComplete === 'tel' ? 'tel' : undefined}
      autoFocus={autoFocus}
      autoCapitalize={type === 'name' ? 'words' : 'none'}
      spellCheck={false}
    />
  )
}

/** What people do not see, and programs fill in. */
function Trap({ name, onChange }: { name: string; onChange: (event: ChangeEvent<HTMLInputElement>) => void }) {
  return <input className={classes.trap} name={name} tabIndex={-1} autoComplete="off" aria-hidden onChange={onChange} />
}

export type AccountField = {
  name: string
  type: 'text' | 'name' | 'email' | 'password' | 'long' | 'agree' | 'trap'
  label: ReactNode
  description?: string
  autoComplete?: string
  autoFocus?: boolean
  optional?: boolean
  /** At first; `true` where a box is ticked. */
  value?: string
}

type Values = Record<string, string | boolean>
type Props = {
  fields: AccountField[]
  submit: string
  /** Rejects with what the server said; `again` empties the fields. */
  send: (values: Record<string, string>, again: () => void) => Promise<unknown>
  fullWidth?: boolean
  dangerous?: boolean
  head?: ReactNode
  children?: ReactNode
}
// biome-ignore lint/suspicious/noExplicitAny: as Mantine's form gives them
type InputProps = { field: AccountField; busy: boolean; given: any; wrong: string | undefined }
