import { CloseButton, Combobox, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Pickers.module.css'
import { type Reference, useLabels } from './reference.ts'
import { SearchResults } from './SearchResults.tsx'
import { usePicker } from './usePicker.ts'

/** Picks one row that the server finds by what is typed. */
export function ReferencePicker({
  reference,
  value,
  onChange,
  clearable = true,
  maxWidth,
  withinPortal = true,
  ...input
}: Props) {
  const { t } = useTranslation()
  const { label } = input
  const named = useLabels(reference, value === null ? [] : [value])
  const name = value === null ? '' : named(value)
  const { store, search, typed, type, submit, onKeyDown, show, hide } = usePicker(reference, (id) => {
    hide()
    onChange(id)
  })
  const canClear = clearable && value !== null
  const clear = (
    <CloseButton
      size="sm"
      aria-label={t('form.reference.clear', { label })}
      onClick={() => {
        hide()
        onChange(null)
      }}
    />
  )
  return (
    <Combobox store={store} onOptionSubmit={submit} position="bottom-start" withinPortal={withinPortal}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...input}
          placeholder={input.placeholder ?? reference.texts?.none ?? t('form.none')}
          {...(maxWidth && { maw: maxWidth })}
          autoComplete="off"
          classNames={{ input: classes.input! }}
          maxLength={200}
          title={name || undefined}
          value={typed ?? name}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onClick={(event) => {
            // Typing replaces the selected name.
            if (typed === null) event.currentTarget.select()
            show()
          }}
          onBlur={hide}
          rightSection={canClear ? clear : <Combobox.Chevron />}
          rightSectionPointerEvents={canClear ? 'all' : 'none'}
        />
      </Combobox.Target>
      <SearchResults
        label={label}
        reference={reference}
        search={search}
        typed={typed ?? ''}
        selected={value === null ? [] : [value]}
      />
    </Combobox>
  )
}

type Props = {
  reference: Reference
  label: string
  name?: string
  description?: string | undefined
  error?: string | undefined
  withAsterisk?: boolean
  placeholder?: string
  value: number | null
  onChange: (id: number | null) => void
  /** Whether the field may be emptied. */
  clearable?: boolean
  /** Whether its list lies over everything; not in a popover, which a press beside it would close. */
  withinPortal?: boolean
  /** In pixels. */
  maxWidth?: number
}
