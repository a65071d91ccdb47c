import { useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { queries } from '../../core/queries.ts'
import { trackerOf } from '../fleet/queries.ts'
import { useSearch } from './useSearch.ts'

/** State of a tracker picker: text, dropdown and keys. */
export function usePicker(organisation_id: number, select: (id: number) => void) {
  /** Null until something is typed. */
  const [typed, setTyped] = useState<string | null>(null)
  const store = useCombobox({
    onDropdownClose: () => {
      setTyped(null)
      store.resetSelectedOption()
    },
  })
  const { dropdownOpened: open, openDropdown, closeDropdown, selectFirstOption, resetSelectedOption } = store
  const search = useSearch(organisation_id, typed ?? '', open)
  const { trackers, settled } = search
  const first = settled && typed?.trim() ? trackers[0]?.id : undefined

  // Enter selects the first match, but not while the search is pending.
  useEffect(() => {
    if (first !== undefined) selectFirstOption()
    else resetSelectedOption()
  }, [first, selectFirstOption, resetSelectedOption])

  const submit = (value: string) => {
    const tracker = trackers.find(({ id }) => id === Number(value))
    if (!tracker) return
    queries.setQueryData(trackerOf(tracker.id).queryKey, tracker)
    select(tracker.id)
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
