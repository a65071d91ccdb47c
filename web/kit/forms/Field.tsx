import { Skeleton, Switch, Textarea, TextInput } from '@mantine/core'
import { lazy, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../dates/DateInput.tsx'
import type { Reference } from '../reference/reference.ts'
import { ChoiceField, ChoicesField, MaybeField } from './ChoiceField.tsx'
import { ColourField } from './ColourField.tsx'
import type { Upload } from './file/useUpload.ts'
import { MomentField } from './MomentField.tsx'
import { DistanceField, MoneyField, NumberField, SpeedField } from './NumberField.tsx'
import { AnyReferenceField } from './ReferenceField.tsx'
import { kindOf, type Schema } from './schema.ts'
import type { Signature } from './signature/strokes.ts'
import type { FieldValue } from './values.ts'

// Their libraries are loaded with the first field that needs them.
const FileField = lazy(() => import('./file/FileField.tsx'))
const MarkdownField = lazy(() => import('../markdown/MarkdownField.tsx'))
const SignatureField = lazy(() => import('./signature/SignatureField.tsx'))

/** One field, by what its schema says it is, or by the rows or files that it refers to. */
export function Field(props: Props) {
  return (
    <Suspense fallback={<Skeleton height={160} />}>
      <FieldOfKind {...props} />
    </Suspense>
  )
}

function FieldOfKind({ name, schema, label, hint, required, value, error, onChange, ...props }: Props) {
  const { currency, reference, upload, suggestions, onBusy } = props
  const { t } = useTranslation()
  const shared = { name, label, description: hint, error, withAsterisk: required }
  if (reference) {
    return <AnyReferenceField {...shared} reference={reference} schema={schema} value={value} onChange={onChange} />
  }
  if (upload)
    return <FileField {...shared} upload={upload} onChange={onChange} onBusy={onBusy} value={Number(value) || null} />
  const kind = kindOf(schema)
  if (kind === 'switch') {
    return (
      <Switch
        name={name}
        label={label}
        description={hint}
        error={error}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  if (kind === 'number' || kind === 'hours') {
    return <NumberField {...shared} schema={schema} onChange={onChange} value={value as number | string} />
  }
  if (kind === 'speed') return <SpeedField {...shared} onChange={onChange} value={value as number | string} />
  if (kind === 'distance') return <DistanceField {...shared} onChange={onChange} value={value as number | string} />
  if (kind === 'money') {
    return (
      <MoneyField
        {...shared}
        schema={schema}
        currency={currency}
        onChange={onChange}
        value={value as number | string}
      />
    )
  }
  if (kind === 'choice')
    return <ChoiceField {...shared} schema={schema} onChange={onChange} value={value as string | null} />
  if (kind === 'choices')
    return <ChoicesField {...shared} schema={schema} onChange={onChange} value={value as string[]} />
  if (kind === 'maybe')
    return <MaybeField {...shared} schema={schema} onChange={onChange} value={value as boolean | null} />
  if (kind === 'date') return <DateInput {...shared} value={value as string} onChange={onChange} maw={320} />
  if (kind === 'moment') return <MomentField {...shared} value={value as string} onChange={onChange} />
  if (kind === 'markdown') return <MarkdownField {...shared} value={value as string} onChange={onChange} />
  if (kind === 'signature') {
    return <SignatureField {...shared} value={value as Signature | null} onChange={onChange} />
  }
  if (kind === 'colour') return <ColourField {...shared} value={value as string} onChange={onChange} />
  if (kind === 'long') {
    return (
      <Textarea
        {...shared}
        value={value as string}
        onChange={(event) => onChange(event.currentTarget.value)}
        autosize
        minRows={5}
        maxRows={20}
      />
    )
  }
  if (kind === 'texts') {
    return (
      <TextInput
        {...shared}
        description={[hint, t('form.commas')].filter(Boolean).join(' ')}
        value={(value as string[]).join(', ')}
        onChange={(event) => onChange(event.currentTarget.value.split(/,\s*/))}
        onBlur={() => onChange((value as string[]).map((each) => each.trim()).filter(Boolean))}
      />
    )
  }
  return <LineField {...shared} kind={kind} suggestions={suggestions} value={value as string} onChange={onChange} />
}

/** One line of text, with what people often write. */
function LineField({ kind, suggestions, onChange, ...shared }: LineProps) {
  const listId = useId()
  const input = (
    <TextInput
      {...shared}
      {...(suggestions && { list: listId })}
      type={isPhone(shared.name) ? 'tel' : isAddress(shared.name) ? 'url' : kind}
      onChange={(event) => onChange(event.currentTarget.value)}
      spellCheck={false}
      autoCapitalize={kind === 'email' || isAddress(shared.name) ? 'none' : undefined}
    />
  )
  if (!suggestions) return input
  return (
    <>
      {input}
      <datalist id={listId}>
        {suggestions.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  )
}

/** Only what keyboard a phone shows: what is right is the schema's to say. */
const isPhone = (name: string) => /(^|_)(phone|mobile|fax)(_|$)/.test(name)
const isAddress = (name: string) => name.endsWith('_url')

type Props = {
  name: string
  schema: Schema
  label: string
  hint: string | undefined
  required: boolean
  value: FieldValue
  error: string | undefined
  /** ISO 4217, of fields with money. */
  currency: string
  reference: Reference | undefined
  upload: Upload | undefined
  /** What people often write. */
  suggestions?: string[] | undefined
  onChange: (value: FieldValue) => void
  /** Called with whether the value is still being uploaded. */
  onBusy: (busy: boolean) => void
}

type LineProps = {
  name: string
  label: string
  description: string | undefined
  error: string | undefined
  withAsterisk: boolean
  kind: string
  suggestions: string[] | undefined
  value: string
  onChange: (value: string) => void
}
