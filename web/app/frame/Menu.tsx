import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import type { Language } from '../../core/i18n.ts'
import { useRegistration } from '../../core/installation.ts'
import { kindOf, useFeatures } from '../../core/rights.ts'
import { useSession } from '../../core/session.ts'
import type { MenuLabel } from '../../kit/door.ts'
import { menuIcons } from '../../kit/theme/menuIcons.tsx'
import classes from './Drawer.module.css'
import { menuOf } from './menus.ts'

export function Menu({ narrow, onPick }: { narrow: boolean; onPick?: () => void }) {
  const { t, i18n } = useTranslation()
  const textOf = (label: MenuLabel) =>
    typeof label === 'string' ? t(`menu.${label}`) : (label[i18n.language as Language] ?? label.en)
  const user = useSession((session) => session.user)
  const registration = useRegistration()
  const features = useFeatures()
  const [first] = useState(isFirstPage)
  return (
    <nav
      className={classes.menu}
      aria-label={t('frame.menu')}
      data-narrow={narrow || undefined}
      data-first={first || undefined}
    >
      <ul>
        {menuOf(kindOf(user), { registration, features }).map(({ label, path, icon, apart }) => (
          <li key={path} data-apart={apart}>
            <NavLink to={path} end className={classes.item} title={narrow ? textOf(label) : undefined} onClick={onPick}>
              <span className={classes.icon}>{menuIcons[icon]}</span>
              <span className={classes.label}>{textOf(label)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
      <p className={classes.version}>{narrow ? APP_VERSION : t('frame.version', { version: APP_VERSION })}</p>
    </nav>
  )
}

/** Whether this is the menu of the first page that this tab has loaded. */
function isFirstPage(): boolean {
  const first = !shown && sessionStorage.getItem(key) === null
  shown = true
  sessionStorage.setItem(key, 'yes')
  return first
}
const key = 'ringfence.loaded'
let shown = false
