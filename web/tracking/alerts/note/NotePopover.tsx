import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '../../types.ts'
import type { useAcknowledge } from '../useAcknowledge.ts'
import { NoteForm } from './NoteForm.tsx'

/** The form of the note of an alert, beside what opens it. */
export function NotePopover({ alert, busy, acknowledge, opened, setOpened, button = true, children }: Props) {
  const { t } = useTranslation()
  const place = { width: 300, position: 'bottom-end', shadow: 'md', withRoles: button } as const
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus withinPortal {...place}>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown>
        <NoteForm
          note={alert.acknowledged_note}
          label={t(alert.acknowledged_at ? 'form.save' : 'tracking:alerts.acknowledge')}
          busy={busy}
          save={acknowledge}
          close={() => setOpened(false)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

type Props = Pick<ReturnType<typeof useAcknowledge>, 'busy' | 'acknowledge'> & {
  alert: Alert
  opened: boolean
  setOpened: (opened: boolean) => void
  /** Whether the child is a button, which says that it opens something. */
  button?: boolean
  /** One element. */
  children: ReactNode
}
