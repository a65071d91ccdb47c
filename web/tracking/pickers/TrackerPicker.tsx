import { CloseButton, Combobox, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTrackerNames } from '../fleet/useTrackerNames.ts'
import classes from './Pickers.module.css'
import { SearchResults } from './SearchResults.tsx'
import { usePicker } from './usePicker.ts'

/** Picks one tracker of an organisation; the server searches by name and number. */
export function TrackerPicker({ organisation_id, label, placeholder, value, onChange }: Props) {
  const { t } = useTranslation()
  const named = useTrackerNames(value === null ? [] : [value])
  const name = value === null ? '' : named(value)
  const { store, search, typed, type, submit, onKeyDown, show, hide } = usePicker(organisation_id, (id) => {
    hide()
    onChange(id)
  })
  const clear = (
    <CloseButton
      size="sm"
      aria-label={t('tracking:picker.clear', { label })}
      onClick={() => {
        hide()
        onChange(null)
      }}
    />
  )
  return (
    <Combobox store={store} onOptionSubmit={submit} position="bottom-start">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={label}
          placeholder={placeholder}
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
          rightSection={value === null ? <Combobox.Chevron /> : clear}
          rightSectionPointerEvents={value === null ? 'none' : 'all'}
        />
      </Combobox.Target>
      <SearchResults label={label} search={search} typed={typed ?? ''} selected={value === null ? [] : [value]} />
    </Combobox>
  )
}

type Props = {
  organisation_id: number
  label: string
  placeholder: string
  value: number | null
  onChange: (id: number | null) => void
}
