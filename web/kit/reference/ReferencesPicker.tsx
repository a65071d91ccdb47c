import { Combobox, Pill, PillsInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Pickers.module.css'
import { type Reference, useLabels } from './reference.ts'
import { SearchResults } from './SearchResults.tsx'
import { usePicker } from './usePicker.ts'

/** Further rows are only counted; the search finds and removes them. */
const maxShown = 100

/** Picks several rows that the server finds by what is typed. Backspace removes the last. */
export function ReferencesPicker({ reference, label, placeholder, description, max, value, onChange }: Props) {
  const { t } = useTranslation()
  const shown = value.slice(-maxShown)
  const named = useLabels(reference, shown)
  const remove = (id: number) => onChange(value.filter((each) => each !== id))
  const { store, search, typed, type, submit, onKeyDown, show, hide } = usePicker(reference, (id) => {
    type('')
    if (value.includes(id)) remove(id)
    else if (value.length < max) onChange([...value, id])
  })
  const press = (event: KeyboardEvent) => {
    onKeyDown(event)
    if (event.key === 'Backspace' && !typed && value.length > 0) remove(value.at(-1)!)
  }
  return (
    <Combobox store={store} onOptionSubmit={submit} position="bottom-start">
      <Combobox.DropdownTarget>
        <PillsInput
          label={label}
          description={description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onClick={show}
        >
          <Pill.Group className={classes.pills}>
            {value.length > shown.length && (
              <span className={classes.others}>
                {t('form.reference.others', { count: value.length - shown.length })}
              </span>
            )}
            {shown.map((id) => (
              <Pill
                key={id}
                title={named(id)}
                withRemoveButton
                removeButtonProps={{
                  'aria-hidden': false,
                  'aria-label': t('form.reference.remove', { name: named(id) }),
                }}
                onRemove={() => remove(id)}
              >
                {named(id)}
              </Pill>
            ))}
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                placeholder={value.length === 0 ? placeholder : undefined}
                maxLength={200}
                value={typed ?? ''}
                onChange={(event) => type(event.currentTarget.value)}
                onKeyDown={press}
                onBlur={hide}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <SearchResults
        label={label}
        reference={reference}
        search={search}
        typed={typed ?? ''}
        selected={value}
        full={value.length >= max}
      />
    </Combobox>
  )
}

type Props = {
  reference: Reference
  label: string
  placeholder: string
  description?: string | undefined
  /** Limit of the selection. */
  max: number
  value: number[]
  onChange: (ids: number[]) => void
}
