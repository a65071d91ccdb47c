import { useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import type { Reference } from './reference.ts'
import { useSearch } from './useSearch.ts'

/** State of a picker: text, dropdown and keys. */
export function usePicker(reference: Reference, select: (id: number) => void) {
  /** Null until something is typed. */
  const [typed, setTyped] = useState<string | null>(null)
  const store = useCombobox({
    onDropdownClose: () => {
      setTyped(null)
      store.resetSelectedOption()
    },
  })
  const { dropdownOpened: open, openDropdown, closeDropdown, selectFirstOption, resetSelectedOption } = store
  const search = useSearch(reference, typed ?? '', open)
  const { options, settled } = search
  const first = settled && typed?.trim() ? options[0]?.id : undefined

  // Enter selects the first match, but not while the search is pending.
  useEffect(() => {
    if (first !== undefined) selectFirstOption()
    else resetSelectedOption()
  }, [first, selectFirstOption, resetSelectedOption])

  const submit = (value: string) => {
    const option = options.find(({ id }) => id === Number(value))
    if (!option) return
    queries.setQueryData(queryKeys.reference(reference.resource, reference.scope, option.id), option)
    select(option.id)
  }
  const type = (text: string) => {
    setTyped(text)
    openDropdown()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return
    // Keys for the dropdown must not submit a form or close a dialog.
    if (event.key === 'Enter') event.preventDefault()
    if (event.key === 'Escape') event.stopPropagation()
  }
  return { store, search, typed, type, submit, onKeyDown, show: () => openDropdown(), hide: () => closeDropdown() }
}
