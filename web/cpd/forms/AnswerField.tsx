import { MultiSelect, NativeSelect, NumberInput, Radio, Skeleton, Textarea, TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { ReferenceField } from '../../kit/forms/ReferenceField.tsx'
import type { Signature } from '../../kit/forms/signature/strokes.ts'
import type { FormField } from './answers.ts'
import { fileReference, procedureReference } from './references.ts'

const SignatureField = lazy(() => import('../../kit/forms/signature/SignatureField.tsx'))
/** Scales of at most N steps are shown as buttons. */
const MAX_STEPS = 10

/** One field of a form template, by its kind. */
export function AnswerField({ field, of, value, error, onChange }: Props) {
  const { t } = useTranslation()
  const { name, label, kind, required, min, max, options = [] } = field
  const shared = { name, label, error, withAsterisk: required === true }
  const referred = { ...shared, description: undefined, value: Number(value) || null, onChange }
  if (kind === 'longtext') {
    return (
      <Textarea
        {...shared}
        value={String(value ?? '')}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        autosize
        minRows={3}
        maxRows={20}
      />
    )
  }
  if (kind === 'scale' && min !== undefined && max !== undefined && max - min < MAX_STEPS) {
    return (
      <Radio.Group {...shared} value={String(value ?? '')} onChange={(step) => onChange(Number(step))}>
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 16, marginTop: 6 }}>
          {Array.from({ length: max - min + 1 }, (_, i) => String(min + i)).map((step) => (
            <Radio key={step} value={step} label={step} />
          ))}
        </div>
      </Radio.Group>
    )
  }
  if (kind === 'number' || kind === 'scale') {
    return (
      <NumberInput
        {...shared}
        value={(value as number | undefined) ?? ''}
        onChange={(number) => onChange(number === '' ? null : Number(number))}
        allowDecimal={kind === 'number'}
        clampBehavior="none"
        hideControls
        maw={240}
      />
    )
  }
  if (kind === 'choice') {
    return (
      <NativeSelect
        {...shared}
        data={[{ value: '', label: t('form.none') }, ...options.map((each) => ({ value: each, label: each }))]}
        value={String(value ?? '')}
        onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        maw={320}
      />
    )
  }
  if (kind === 'choices') {
    return <MultiSelect {...shared} data={options} value={(value as string[] | undefined) ?? []} onChange={onChange} />
  }
  if (of && kind === 'procedure') return <ReferenceField {...referred} reference={procedureReference(of)} />
  if (of && kind === 'file') return <ReferenceField {...referred} reference={fileReference(of.organisation_id)} />
  if (kind === 'signature') {
    return (
      <Suspense fallback={<Skeleton height={160} />}>
        <SignatureField
          {...shared}
          description={undefined}
          value={(value as Signature | undefined) ?? null}
          onChange={onChange}
        />
      </Suspense>
    )
  }
  if (kind === 'date') return <DateInput {...shared} value={String(value ?? '')} onChange={onChange} maw={240} />
  return (
    <TextInput
      {...shared}
      value={String(value ?? '')}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

type Props = {
  field: FormField
  /** Whom the form is about. */
  of: { organisation_id: number; user_id: number } | undefined
  value: unknown
  error: string | undefined
  onChange: (answer: unknown) => void
}
