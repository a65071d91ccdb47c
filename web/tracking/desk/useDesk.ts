import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { showFailure } from '../../kit/ui/showToast.ts'
import type { Alert } from '../types.ts'
import { MOST_DRAWN, step } from './desk.ts'

/** The selected alert, what is done with it, and the keys: arrows, A acknowledges, N notes, S sound, F wall. */
export function useDesk(alerts: readonly Alert[], actions: Actions) {
  const { t } = useTranslation()
  const [selected, select] = useState<number | null>(null)
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  const replace = useRef(actions.replace)
  replace.current = actions.replace
  // The same at every look, so that lines that have not changed are not drawn again.
  const acknowledge = useCallback(
    async (id: number) => {
      setBusy((before) => new Set(before).add(id))
      try {
        const { data } = await guarded(client.act('POST alert/acknowledge', { id }))
        replace.current(data as Alert)
      } catch (error) {
        showFailure(error, t('tracking:desk.notAcknowledged'))
      } finally {
        setBusy((before) => new Set([...before].filter((each) => each !== id)))
      }
    },
    [t],
  )
  const keys: Record<string, () => void> = {
    arrowdown: () => select(step(idsOf(alerts), selected, 1)),
    arrowup: () => select(step(idsOf(alerts), selected, -1)),
    a: () => {
      const alert = alerts.find(({ id }) => id === selected)
      if (!alert || alert.acknowledged_at || busy.has(alert.id)) return
      // The next one that waits takes its place.
      select(step(idsOf(alerts), selected, 1))
      void acknowledge(alert.id)
    },
    n: () => selected !== null && actions.note(selected),
    s: actions.toggleSound,
    f: actions.toggleWall,
  }
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if ((event.target as Element).closest('input, textarea, select, [role="dialog"], [role="listbox"]')) return
      const act = current.current[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return { selected, select, busy, acknowledge }
}

const idsOf = (alerts: readonly Alert[]) => alerts.slice(0, MOST_DRAWN).map(({ id }) => id)

type Actions = {
  replace: (changed: Alert) => void
  note: (id: number) => void
  toggleSound: () => void
  toggleWall: () => void
}
export type Desk = ReturnType<typeof useDesk>
