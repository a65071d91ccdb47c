import { useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { queries } from '../../core/queries.ts'
import { trackerOf } from '../fleet/queries.ts'
import { useSearch } from './useSearch.ts'

/** What a field has in which trackers are found by typing: the text, the list below it and its keys. */
export function usePicker(organisation_id: number, select: (id: number) => void) {
  /** Null until somebody types. */
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

  // Enter takes the first that matches, and nothing while it is not known which that is.
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
    // It is meant for the list: neither is a form sent, nor a dialog closed.
    if (event.key === 'Enter') event.preventDefault()
    if (event.key === 'Escape') event.stopPropagation()
  }
  return { store, search, typed, type, submit, onKeyDown, show: () => openDropdown(), hide: () => closeDropdown() }
}
