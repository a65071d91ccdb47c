import { ActionIcon, Button, Group, Input, NumberInput, Select, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/ui/Icon.tsx'
import { isGroup, optionsOf } from '../kit/categories.ts'
import type { Category } from '../kit/queries.ts'
import { byCounted } from '../standards/counted.ts'
import type { Standard } from '../standards/differences.ts'
import classes from './SplitField.module.css'
import { addPart, emptyPart, type Part, sumOf } from './split.ts'

/** As many as the server takes. */
const MAX_PARTS = 20

/**
 * The categories that the hours of an activity count in. One category gets all hours; with several, their sum is shown
 * as it is typed.
 */
export function SplitField({ categories, standards, parts, hours, onChange }: Props) {
  const { t } = useTranslation()
  const split = parts.length > 1
  const change = (index: number, part: Partial<Part>) =>
    onChange(parts.map((each, i) => (i === index ? { ...each, ...part } : each)))
  const remove = (index: number) => {
    const rest = parts.filter((_, i) => i !== index)
    onChange(rest.length > 0 ? rest : [emptyPart])
  }
  const { counted, others } = byCounted(categories, standards)
  const options = optionsOf(counted, { title: t('cpd:split.others'), categories: others })
  const used = parts.map(({ devcategory_id }) => devcategory_id)
  return (
    <Input.Wrapper label={t('cpd:split.label')} labelElement="div" description={t('cpd:split.hint')}>
      <div className={classes.rows}>
        {parts.map((part, index) => {
          const category = categories.find(({ id }) => id === part.devcategory_id)
          const name = t('cpd:split.category', { number: index + 1 })
          const offered = options.map((option) =>
            isGroup(option)
              ? { ...option, items: option.items.map((item) => mark(item, used, part)) }
              : mark(option, used, part),
          )
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
            <div key={index} className={classes.row}>
              <Select
                className={classes.category!}
                aria-label={name}
                placeholder={t('cpd:split.none')}
                data={offered}
                value={part.devcategory_id === null ? null : String(part.devcategory_id)}
                onChange={(id) => change(index, { devcategory_id: id === null ? null : Number(id) })}
                searchable
                clearable={!split}
                nothingFoundMessage={t('cpd:split.noMatch')}
              />
              {split && (
                <Hours part={part} name={category?.name ?? name} change={(hours) => change(index, { hours })} />
              )}
              {category && <Items part={part} category={category} change={(items) => change(index, { items })} />}
              {split && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('cpd:split.remove', { category: category?.name ?? name })}
                  onClick={() => remove(index)}
                >
                  <Icon of={IconX} />
                </ActionIcon>
              )}
            </div>
          )
        })}
      </div>
      <Group gap="sm" mt={8} justify="space-between">
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={parts.length >= MAX_PARTS || used.includes(null)}
          onClick={() => onChange(addPart(parts, hours))}
        >
          {t('cpd:split.add')}
        </Button>
        <div aria-live="polite">{split && <Sum parts={parts} hours={hours} />}</div>
      </Group>
    </Input.Wrapper>
  )
}

function Hours({ part, name, change }: HoursProps) {
  const { t } = useTranslation()
  return (
    <NumberInput
      className={classes.number!}
      aria-label={t('cpd:split.hoursOf', { category: name })}
      value={part.hours}
      onChange={(value) => change(value === '' ? '' : Number(value))}
      decimalScale={2}
      min={0}
      clampBehavior="none"
      hideControls
      inputMode="decimal"
      rightSection={t('units.hours')}
      rightSectionPointerEvents="none"
    />
  )
}

/** Of categories that count by number. */
function Items({ part, category, change }: ItemsProps) {
  const { t } = useTranslation()
  if (category.credit_per_item === null && category.item_hours === null) return null
  return (
    <NumberInput
      className={classes.number!}
      aria-label={t('cpd:split.itemsOf', { category: category.name })}
      placeholder={t('cpd:split.items')}
      value={part.items}
      onChange={(value) => change(value === '' ? '' : Number(value))}
      allowDecimal={false}
      min={1}
      max={1000}
      hideControls
      inputMode="numeric"
    />
  )
}

function Sum({ parts, hours }: { parts: Part[]; hours: number }) {
  const { t } = useTranslation()
  const { sum, rest } = sumOf(parts, hours)
  const text =
    rest === 0
      ? t('cpd:split.complete', { sum })
      : rest > 0
        ? t('cpd:split.short', { sum, hours, rest })
        : t('cpd:split.over', { sum, hours, over: -rest })
  return (
    <Text size="sm" c={rest === 0 ? 'dimmed' : 'red'}>
      {text}
    </Text>
  )
}

/** A category that another row has is not offered. */
const mark = (option: { value: string; label: string }, used: (number | null)[], part: Part) => ({
  ...option,
  disabled: Number(option.value) !== part.devcategory_id && used.includes(Number(option.value)),
})

type Props = {
  categories: Category[]
  /** Categories that these do not count come last. */
  standards: Standard[]
  parts: Part[]
  /** Of the activity. */
  hours: number
  onChange: (parts: Part[]) => void
}

type HoursProps = { part: Part; name: string; change: (hours: Part['hours']) => void }
type ItemsProps = { part: Part; category: Category; change: (items: Part['items']) => void }
