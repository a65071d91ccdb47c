import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/ui/Icon.tsx'
import { type Edited, limited, optional } from './edited.ts'
import classes from './FieldsEditor.module.css'

const kinds = [
  ...(['text', 'longtext', 'number', 'date', 'choice', 'choices', 'scale', 'procedure', 'file', 'signature'] as const),
]
/** As many as the server takes. */
const MAX_FIELDS = 100

/** The fields of a template: added, moved and removed. */
export function FieldsEditor({ fields, onChange }: Props) {
  const { t } = useTranslation()
  const change = (key: number, more: Partial<Edited>) =>
    onChange(fields.map((field) => (field.key === key ? { ...field, ...more } : field)))
  const move = (index: number, by: number) => {
    const moved = [...fields]
    const [field] = moved.splice(index, 1)
    moved.splice(index + by, 0, field!)
    onChange(moved)
  }
  const add = () => {
    const key = Math.max(-1, ...fields.map((field) => field.key)) + 1
    const made = { key, label: '', kind: 'text' as const, required: false, min: '' as const, max: '' as const }
    onChange([...fields, { ...made, options: '', name: '', show_if_field: '', show_if_is: '' }])
  }
  return (
    <Stack gap="md">
      {fields.map((field, index) => (
        <fieldset key={field.key} className={classes.field}>
          <legend>{t('cpd:templates.field', { number: index + 1 })}</legend>
          <EditedField field={field} earlier={fields.slice(0, index)} change={(more) => change(field.key, more)} />
          <Group gap={4} className={classes.tools!}>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={index === 0}
              aria-label={t('cpd:templates.up', { label: field.label })}
              onClick={() => move(index, -1)}
            >
              <Icon of={IconArrowUp} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={index === fields.length - 1}
              aria-label={t('cpd:templates.down', { label: field.label })}
              onClick={() => move(index, 1)}
            >
              <Icon of={IconArrowDown} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('cpd:split.remove', { category: field.label })}
              onClick={() => onChange(fields.filter(({ key }) => key !== field.key))}
            >
              <Icon of={IconX} />
            </ActionIcon>
          </Group>
        </fieldset>
      ))}
      <div>
        <Button variant="default" disabled={fields.length >= MAX_FIELDS} onClick={add}>
          {t('cpd:templates.addField')}
        </Button>
      </div>
    </Stack>
  )
}

function EditedField({ field, earlier, change }: FieldProps) {
  const { t } = useTranslation()
  const { label, kind, required, min, max, options, show_if_field, show_if_is } = field
  // A new field has no name yet, so that it cannot be referred to before the template was saved.
  const named = earlier.filter(({ name }) => name)
  return (
    <Stack gap="sm">
      <TextInput
        label={t('cpd:templates.label')}
        value={label}
        maxLength={500}
        withAsterisk
        onChange={({ currentTarget }) => change({ label: currentTarget.value })}
      />
      <Group gap="sm" align="end">
        <NativeSelect
          label={t('cpd:templates.kind')}
          data={kinds.map((each) => ({ value: each as string, label: t(`cpd:templates.kinds.${each}`) }))}
          value={kind}
          onChange={({ currentTarget }) => change({ kind: currentTarget.value as Edited['kind'] })}
        />
        <Checkbox
          label={t('cpd:templates.required')}
          checked={required}
          mb={8}
          onChange={({ currentTarget }) => change({ required: currentTarget.checked })}
        />
      </Group>
      {optional.includes(kind) && (
        <Textarea
          label={t('cpd:templates.options')}
          description={t('cpd:templates.optionsHint')}
          value={options}
          autosize
          minRows={2}
          onChange={({ currentTarget }) => change({ options: currentTarget.value })}
        />
      )}
      {limited.includes(kind) && (
        <Group gap="sm">
          {(['min', 'max'] as const).map((name) => (
            <NumberInput
              key={name}
              label={t(`cpd:templates.${name}`)}
              value={name === 'min' ? min : max}
              w={120}
              hideControls
              onChange={(value) => change({ [name]: value === '' ? '' : Number(value) })}
            />
          ))}
        </Group>
      )}
      {named.length > 0 && (
        <Group gap="sm" align="end">
          <NativeSelect
            label={t('cpd:templates.showIf')}
            data={[
              { value: '', label: t('cpd:templates.always') },
              ...named.map((other) => ({ value: other.name, label: other.label })),
            ]}
            value={show_if_field}
            onChange={({ currentTarget }) => change({ show_if_field: currentTarget.value })}
          />
          {show_if_field && (
            <TextInput
              label={t('cpd:templates.is')}
              value={show_if_is}
              maxLength={200}
              onChange={({ currentTarget }) => change({ show_if_is: currentTarget.value })}
            />
          )}
        </Group>
      )}
    </Stack>
  )
}

type FieldProps = { field: Edited; earlier: Edited[]; change: (more: Partial<Edited>) => void }
type Props = { fields: Edited[]; onChange: (fields: Edited[]) => void }
