import { Button, Group, Input, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Shared } from '../shared.ts'
import { Paper } from './Paper.tsx'
import { handwriting, pictureOfName, pictureOfStrokes } from './picture.ts'
import classes from './SignatureField.module.css'
import { bytesOfStrokes, maxStrokesBytes, type Signature, type Stroke } from './strokes.ts'

/** A signature: drawn with a mouse, a finger or a pen, or a typed name, which needs only a keyboard. */
export default function SignatureField({ value, onChange, name, label, description, error, withAsterisk }: Props) {
  const { t } = useTranslation()
  const [way, setWay] = useState<'draw' | 'type'>(value && value.typed !== null ? 'type' : 'draw')
  const [isTooLarge, setTooLarge] = useState(false)
  const strokes = value?.strokes ?? none

  const draw = (changed: Stroke[]) => {
    const png = bytesOfStrokes(changed) <= maxStrokesBytes ? pictureOfStrokes(changed) : null
    setTooLarge(png === null)
    if (png !== null) onChange({ typed: null, strokes: changed, png })
    return png !== null
  }
  const undo = () => (strokes.length > 1 ? draw(strokes.slice(0, -1)) : clear())
  const type = (text: string) => {
    const png = text.trim() ? pictureOfName(text.trim()) : null
    onChange(png === null ? null : { typed: text, strokes: [], png })
  }
  const clear = () => {
    setTooLarge(false)
    onChange(null)
  }
  return (
    <Input.Wrapper
      label={label}
      description={description}
      withAsterisk={withAsterisk}
      error={isTooLarge ? t('form.signature.tooLarge') : error}
      errorProps={{ role: 'alert' }}
      labelElement="div"
      inputContainer={(children) => <fieldset className={classes.field}>{children}</fieldset>}
    >
      <legend className={classes.legend}>{label}</legend>
      <SegmentedControl
        name={`${name}_way`}
        size="xs"
        mb={8}
        value={way}
        data={[
          { value: 'draw', label: t('form.signature.draw') },
          { value: 'type', label: t('form.signature.type') },
        ]}
        onChange={(next) => {
          setWay(next as 'draw' | 'type')
          clear()
        }}
      />
      {way === 'draw' ? (
        <Paper strokes={strokes} label={t('form.signature.paper', { label })} onChange={draw} />
      ) : (
        <TextInput
          name={name}
          aria-label={t('form.signature.name')}
          placeholder={t('form.signature.name')}
          value={value?.typed ?? ''}
          maxLength={100}
          autoComplete="name"
          spellCheck={false}
          styles={{ input: { fontFamily: handwriting, fontStyle: 'italic', fontSize: 28, height: 64 } }}
          onChange={(event) => type(event.currentTarget.value)}
        />
      )}
      <Group gap="sm" mt={8}>
        {way === 'draw' && (
          <Button size="compact-sm" variant="default" disabled={strokes.length === 0} onClick={undo}>
            {t('form.signature.undo')}
          </Button>
        )}
        <Button size="compact-sm" variant="default" disabled={value === null} onClick={clear}>
          {t('form.signature.clear')}
        </Button>
      </Group>
    </Input.Wrapper>
  )
}

const none: Stroke[] = []

type Props = Shared & { value: Signature | null; onChange: (signature: Signature | null) => void }
