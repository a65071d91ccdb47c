import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Drawer.module.css'
import { Menu } from './Menu.tsx'
import type { DrawerState } from './useDrawer.ts'

export function Drawer({ drawer }: { drawer: DrawerState }) {
  if (drawer.phone) return <OverPage drawer={drawer} />
  return (
    <div className={classes.beside} data-open={drawer.open || undefined}>
      <Menu narrow={!drawer.open} />
    </div>
  )
}

/** Side menu in a native dialog, which traps the focus and closes on Esc. */
function OverPage({ drawer: { open, close } }: { drawer: DrawerState }) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])

  return (
    // A click on the backdrop closes it; keyboard users have Esc.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={dialog}
      className={classes.over}
      aria-label={t('frame.menu')}
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      {open && <Menu narrow={false} onPick={close} />}
    </dialog>
  )
}
