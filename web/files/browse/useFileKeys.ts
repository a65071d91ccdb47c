import type { KeyboardEvent } from 'react'
import type { Action, ActionName } from '../actions/useActions.tsx'
import type { Selection } from './useSelection.ts'

/**
 * Keys of a list of files: arrows move between names, Space selects, Ctrl+A selects all, Escape none, F2 renames, Delete
 * moves to the trash. They act on what is selected, or else on the file that has the focus.
 */
export function useFileKeys(selection: Selection, actionsOf: (id: number) => Action[]) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    if (target.closest('input:not([type=checkbox]), textarea, [role=menu], [role=dialog]')) return
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-file]')]
    const at = links.indexOf(target)
    const id = at >= 0 ? Number(target.dataset.file) : null
    const take = (run: () => void) => {
      event.preventDefault()
      run()
    }
    const act = (name: ActionName) => {
      const found = id === null ? undefined : actionsOf(id).find((action) => action.name === name)
      if (found) take(() => found.run())
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && at >= 0) return take(() => links[at + step]?.focus())
    if (event.key === ' ' && id !== null) return take(() => selection.toggle(id, event.shiftKey))
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) return take(selection.all)
    if (event.key === 'Escape') return selection.clear()
    if (event.key === 'F2') return act('rename')
    if (event.key === 'Delete') return act('trash')
  }
}
