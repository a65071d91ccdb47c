import { type Dispatch, useEffect } from 'react'
import type { Action } from '../map/draw/draft.ts'

/** Keyboard shortcuts for drawing, inactive in inputs. */
export function useDrawKeys(dispatch: Dispatch<Action>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const on = event.target as Element
      if (event.defaultPrevented || on.closest('input, textarea, select, [role="dialog"]')) return
      // Enter activates a focused button or link.
      if (event.key === 'Enter' && on.closest('button, a')) return
      const action = actionOf(event)
      if (!action) return
      event.preventDefault()
      dispatch({ type: action })
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [dispatch])
}

function actionOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) {
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
    return key.toLowerCase() === 'y' ? 'redo' : null
  }
  if (key === 'Escape') return 'escape'
  if (key === 'Enter') return 'finish'
  return key === 'Delete' || key === 'Backspace' ? 'remove' : null
}
