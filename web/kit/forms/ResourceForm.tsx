import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreateBody, Name, UpdateBody } from '#api/client.ts'
import { toMajor } from '../format/money.ts'
import type { Reference } from '../reference/reference.ts'
import { check, type Wrong } from './check.ts'
import { Field } from './Field.tsx'
import { FieldGroup, type GroupProps } from './FieldGroup.tsx'
import type { Upload } from './file/useUpload.ts'
import { type FieldName, type Formed, hintOf, labelOf, wrongOf } from './labels.ts'
import { RefusalAlert } from './RefusalAlert.tsx'
import { type BodySchema, kindOf, type Schema } from './schema.ts'
import { useSending } from './useSending.ts'
import { type FieldValue, type FieldValues, toBody, toFields, toNewBody } from './values.ts'

/**
 * A form for any resource: each field is what its schema makes it, and is checked by it. Only what was changed is sent.
 * What the server refuses stands at its field.
 */
export function ResourceForm<N extends Formed, All extends boolean = false>(props: Props<N, All>) {
  const { resource, body, row, all, submit, save, cancel, below, extra } = props
  const groups = props.groups ?? [{ fields: props.fields }]
  const fields = groups.flatMap((group) => group.fields)
  const { changed = false, busy: waiting = false, onChanged, references, uploads, suggestions } = props
  const { t } = useTranslation()
  const shown = useRef<HTMLFormElement>(null)
  const { busy, refusal, send } = useSending()
  const { properties } = body
  const required = [...(body.required ?? []), ...(props.required ?? [])]
  const initialValues = toFields(fields, properties, row)
  const validate = (name: string, values: FieldValues) => {
    const schema = properties[name]!
    // What was left empty in a new row is not sent.
    if (all && values[name] === '' && initialValues[name] === '' && !required.includes(name)) return null
    const wrong = check(values[name]!, schema, required.includes(name))
    return wrongOf(t, shownLimit(wrong, schema, currencyOf(values, row)), name)
  }
  const form = useForm<FieldValues>({
    initialValues,
    validate: (values) => Object.fromEntries(fields.map((name) => [name, validate(name, values)])),
  })
  const submitted = async (values: FieldValues) => {
    const body = (all ? toNewBody : toBody)(values, toFields(fields, properties, row), properties)
    if (await send(() => save(body as FormBody<N, All>))) form.resetDirty()
  }
  const refused = (errors: Record<string, ReactNode>) => focusOnFirst(shown, fields, errors)
  const [uploading, setUploading] = useState<string[]>([])
  const dirty = form.isDirty()
  useEffect(() => onChanged?.(dirty), [dirty, onChanged])
  const errorOf = (name: FieldName<N>) => form.errors[name] ?? (refusal?.field === name ? refusal.message : undefined)
  return (
    <form ref={shown} onSubmit={form.onSubmit(submitted, refused)} noValidate>
      <Stack gap="md" maw={560}>
        {!fields.some((name) => name === refusal?.field) && <RefusalAlert refusal={refusal} />}
        {groups.map(({ fields, title = '', extra, wrong = false, ...group }) => (
          <FieldGroup
            key={`${title} ${fields.join()}`}
            title={title}
            {...group}
            wrong={wrong || fields.some((name) => errorOf(name))}
          >
            {fields.map((name) => {
              const { value, onChange } = form.getInputProps(name)
              return (
                <Fragment key={name}>
                  <Field
                    name={name}
                    schema={properties[name]!}
                    label={labelOf(t, resource, name)}
                    hint={hintOf(t, resource, name)}
                    required={required.includes(name)}
                    value={value}
                    error={errorOf(name) as string | undefined}
                    currency={currencyOf(form.values, row)}
                    reference={references?.[name]}
                    upload={uploads?.[name]}
                    suggestions={suggestions?.[name]}
                    onChange={onChange}
                    onBusy={(busy) => setUploading((others) => withName(others, name, busy))}
                  />
                  {below?.(name, value)}
                </Fragment>
              )
            })}
            {typeof extra === 'function' ? extra(form.values) : extra}
          </FieldGroup>
        ))}
        {extra?.(form.values)}
        <Group gap="sm">
          <Button type="submit" loading={busy} disabled={waiting || uploading.length > 0 || (!dirty && !changed)}>
            {submit ?? t('form.save')}
          </Button>
          {cancel}
        </Group>
      </Stack>
    </form>
  )
}

/** Of the fields that were refused. */
function focusOnFirst(
  form: RefObject<HTMLFormElement | null>,
  fields: readonly string[],
  errors: Record<string, ReactNode>,
) {
  const field = fields.find((name) => errors[name])
  // A folded group opens with the next rendering.
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus())
}

const withName = (names: string[], name: string, has: boolean) => [
  ...names.filter((other) => other !== name),
  ...(has ? [name] : []),
]

/** Of the form's own field while that holds one, and otherwise of the row. */
function currencyOf(values: FieldValues, row: object): string {
  const typed = values.currency
  if (typeof typed === 'string' && /^[A-Z]{3}$/.test(typed)) return typed
  return (row as { currency?: string }).currency ?? 'NZD'
}

/** A limit of money as it is typed. */
function shownLimit(wrong: Wrong | null, schema: Schema, currency: string): Wrong | null {
  if (wrong?.limit === undefined || kindOf(schema) !== 'money') return wrong
  return { ...wrong, limit: toMajor(wrong.limit, currency) }
}

/** The schema has checked the fields, so they are what the resource takes. */
type FormBody<N extends Formed, All extends boolean> = N extends Name
  ? All extends true
    ? CreateBody<N>
    : UpdateBody<N>
  : Record<string, unknown>

/** Fields under a heading of their own. */
export type FormGroup<N extends Formed> = Partial<Omit<GroupProps, 'children'>> & {
  fields: FieldName<N>[]
  /** What else belongs to the group, after its fields; by what these hold. */
  extra?: ReactNode | ((values: FieldValues) => ReactNode)
}

type Fields<N extends Formed> = { fields: FieldName<N>[]; groups?: never } | { fields?: never; groups: FormGroup<N>[] }

type Props<N extends Formed, All extends boolean> = Fields<N> & {
  resource: N
  body: BodySchema
  /** What the form begins with. Its `currency`, or that of a field with this name, is that of the fields with money. */
  row: object
  /** What must not be emptied, beside what the schema already asks for. */
  required?: FieldName<N>[]
  /** The rows that fields refer to, by the names of the fields. */
  references?: Partial<Record<FieldName<N>, Reference>>
  /** Where the files of fields are stored, by the names of the fields. */
  uploads?: Partial<Record<FieldName<N>, Upload>>
  /** What people often write, by the names of the fields. */
  suggestions?: Partial<Record<FieldName<N>, string[]>>
  /** Whether it cannot be sent yet, as while a file besides the fields is uploaded. */
  busy?: boolean
  /** Sends what was not changed too, and not what was left empty: for what is only being made. */
  all?: All
  submit?: string
  /** Gets what was changed; rejects with what the server said. */
  save: (body: FormBody<N, All>) => Promise<unknown>
  cancel?: ReactNode
  /** What is to be said of a field by what it holds now. */
  below?: (name: string, value: FieldValue) => ReactNode
  /** What this form has besides its fields, by what they hold. */
  extra?: (values: FieldValues) => ReactNode
  /** Whether something besides the fields has been changed. */
  changed?: boolean
  /** Called with whether the fields have been changed. */
  onChanged?: (changed: boolean) => void
}
