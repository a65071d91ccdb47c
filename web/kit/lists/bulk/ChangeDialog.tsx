import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { ActionDialog, STAY } from '../../forms/ActionDialog.tsx'
import { Field } from '../../forms/Field.tsx'
import { type FieldName, type LabelledResource, labelOf } from '../../forms/labels.ts'
import { kindOf, type ResourceSchema } from '../../forms/schema.ts'
import { type FieldValue, toBody, toFields } from '../../forms/values.ts'
import type { Reference } from '../../reference/reference.ts'
import { showSuccess } from '../../ui/showToast.ts'
import type { Filters } from '../useListQuery.ts'
import { type Answer, type Change, changeRows } from './changeRows.ts'
import { idsOf, MOST_IDS } from './idsOf.ts'

/** Sets one field of the selected rows, or of all that the list finds: first what would come of it, then the change. */
export function ChangeDialog<N extends LabelledResource>(props: Props<N>) {
  const { resource, schema, fields, references, editors, organisation_id, rows, nameOf, asked, total, close } = props
  const { t } = useTranslation()
  const properties = schema.update!.properties
  const [field, setField] = useState(fields[0]!)
  const [value, setValue] = useState<FieldValue>(() => initial(field))
  const [how, setHow] = useState<How>('add')
  const [all, setAll] = useState(false)
  const [checked, setChecked] = useState<Answer | null>(null)
  const has_several = references[field] !== undefined && kindOf(properties[field]!) === 'texts'
  const changed = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value)
      setChecked(null)
    }
  }
  const choose = (name: FieldName<N>) => {
    setField(name)
    setValue(initial(name))
  }
  const count = all ? Math.min(total, MOST_IDS) : rows.length

  async function run() {
    const ids = all ? await idsOf(resource, asked) : rows.map(({ id }) => id)
    const sent = { ...toFields([field], properties, {}), ...toBody({ [field]: value }, {}, properties) }
    const change: Change = { organisation_id, [has_several ? how : 'set']: sent }
    if (!checked) {
      setChecked(await changeRows(resource, ids, { ...change, dry_run: true }))
      return STAY
    }
    const done = await changeRows(resource, ids, change)
    showSuccess(t('table.changed', { count: done.changed }))
    if (done.faults.length === 0) return null
    setChecked({ ...done, changed: 0 })
    return STAY
  }

  return (
    <ActionDialog
      title={t('table.change')}
      text={t('table.changeText', { count })}
      submit={checked ? t('table.changeCount', { count: checked.changed }) : t('table.check')}
      disabled={checked?.changed === 0}
      run={run}
      close={close}
    >
      {total > rows.length && (
        <Checkbox
          label={t('table.allMatching', { count: Math.min(total, MOST_IDS) })}
          checked={all}
          onChange={({ currentTarget }) => changed(setAll)(currentTarget.checked)}
        />
      )}
      <NativeSelect
        label={t('table.changeField')}
        value={field}
        data={fields.map((name) => ({ value: name, label: labelOf(t, resource, name) }))}
        onChange={({ currentTarget }) => changed(choose)(currentTarget.value as FieldName<N>)}
      />
      {has_several && <HowSelect value={how} onChange={changed(setHow)} />}
      {editors[field]?.({ value: value || null, onChange: changed((edited) => setValue(edited as FieldValue)) }) ?? (
        <Value
          key={field}
          name={field}
          label={labelOf(t, resource, field)}
          schema={properties[field]!}
          value={value}
          reference={references[field]}
          onChange={changed(setValue)}
        />
      )}
      {checked && <Preview checked={checked} name={(id) => nameOfRow(rows, nameOf, id)} />}
    </ActionDialog>
  )

  function initial(name: FieldName<N>): FieldValue {
    return toFields([name], properties, {})[name]!
  }
}

/** Whether several values are added to those of a row, or taken from them, or take their place. */
function HowSelect({ value, onChange }: { value: How; onChange: (how: How) => void }) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      label={t('table.changeHow')}
      value={value}
      data={hows.map((each) => ({ value: each, label: t(`table.hows.${each}`) }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value as How)}
    />
  )
}

type FieldProps = ComponentProps<typeof Field>
const Value = (props: Pick<FieldProps, 'name' | 'label' | 'schema' | 'value' | 'reference' | 'onChange'>) => (
  <Field
    {...props}
    hint={undefined}
    required={false}
    error={undefined}
    currency="NZD"
    upload={undefined}
    onBusy={ignore}
  />
)
const ignore = () => {}

/** "73 would change, 4 of them not, because …" */
function Preview({ checked, name }: { checked: Answer; name: (id: number) => string }) {
  const { t } = useTranslation()
  const { changed, same, faults } = checked
  const reasons = [...Map.groupBy(faults, ({ message }) => message)]
  return (
    <Stack gap={4} role="status">
      <Text size="sm" fw={600}>
        {[
          t('table.wouldChange', { count: changed }),
          same > 0 && t('table.wouldStay', { count: same }),
          faults.length > 0 && t('table.wouldFail', { count: faults.length }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {reasons.slice(0, 5).map(([message, of]) => (
        <Text key={message} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}{' '}
          <Text span c="dimmed">
            {of
              .slice(0, 5)
              .map(({ id }) => name(id))
              .join(', ')}
            {of.length > 5 && ' …'}
          </Text>
        </Text>
      ))}
    </Stack>
  )
}

function nameOfRow<N extends LabelledResource>(rows: Row<N>[], nameOf: (row: Row<N>) => string, id: number): string {
  const row = rows.find((each) => each.id === id)
  return row ? nameOf(row) : String(id)
}

const hows = ['add', 'remove', 'set'] as const
type How = (typeof hows)[number]

/** What may be changed of many rows of a list. */
export type Changing<N extends LabelledResource> = {
  organisation_id: number
  fields: FieldName<N>[]
  references?: Partial<Record<FieldName<N>, Reference>>
  /** Fields that are more than a value. */
  editors?: Partial<Record<FieldName<N>, Editor>>
}
type Editor = (props: { value: unknown; onChange: (value: unknown) => void }) => ReactNode

type Props<N extends LabelledResource> = Required<Changing<N>> & {
  resource: N
  schema: ResourceSchema
  rows: Row<N>[]
  nameOf: (row: Row<N>) => string
  /** The filters of the list, and how many rows match. */
  asked: Filters
  total: number
  close: () => void
}
