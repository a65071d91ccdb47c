import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { useRegistration } from '../../core/installation.ts'
import { kindOf, useFeatures } from '../../core/rights.ts'
import { useSession } from '../../core/session.ts'
import type { MenuHeading } from '../../kit/door.ts'
import { menuIcons } from '../../kit/theme/menuIcons.tsx'
import { Icon } from '../../kit/ui/Icon.tsx'
import { type MenuItem, menuGroupsOf } from '../menu/menus.ts'
import { toggleHeading, useFolded } from '../menu/useFolded.ts'
import { useMenuText } from '../menu/useMenuText.ts'
import classes from './Drawer.module.css'

export function Menu({ narrow, onPick }: { narrow: boolean; onPick?: () => void }) {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
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
      <div className={classes.groups}>
        {menuGroupsOf(kindOf(user), { registration, features, user, organisation_id }).map(({ heading, items }) =>
          heading && !narrow ? (
            <Folding key={heading} heading={heading} items={items} onPick={onPick} />
          ) : (
            <Items key={heading} items={items} narrow={narrow} onPick={onPick} />
          ),
        )}
      </div>
      <p className={classes.version}>{narrow ? APP_VERSION : t('frame.version', { version: APP_VERSION })}</p>
    </nav>
  )
}

/** Items under a heading, which folds them: remembered in this browser. */
function Folding({ heading, items, onPick }: { heading: MenuHeading; items: MenuItem[]; onPick: OnPick }) {
  const { t } = useTranslation()
  const id = useId()
  const folded = useFolded((headings) => headings.includes(heading))
  return (
    <section>
      <button
        type="button"
        className={classes.heading}
        aria-expanded={!folded}
        aria-controls={id}
        onClick={() => toggleHeading(heading)}
      >
        {t(`menuHeadings.${heading}`)}
        <Icon of={folded ? IconChevronRight : IconChevronDown} />
      </button>
      <div id={id} hidden={folded}>
        <Items items={items} onPick={onPick} />
      </div>
    </section>
  )
}

function Items({ items, narrow = false, onPick }: { items: MenuItem[]; narrow?: boolean; onPick: OnPick }) {
  const textOf = useMenuText()
  return (
    <ul>
      {items.map(({ label, path, icon }) => (
        <li key={path}>
          <NavLink to={path} end className={classes.item} title={narrow ? textOf(label) : undefined} onClick={onPick}>
            <span className={classes.icon}>{menuIcons[icon]}</span>
            <span className={classes.label}>{textOf(label)}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

type OnPick = (() => void) | undefined

/** Whether this is the menu of the first page that this tab has loaded. */
function isFirstPage(): boolean {
  const first = !shown && sessionStorage.getItem(key) === null
  shown = true
  sessionStorage.setItem(key, 'yes')
  return first
}
const key = 'ringfence.loaded'
let shown = false
