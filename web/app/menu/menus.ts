import { startPage } from '../../core/nextPath.ts'
import { paths } from '../../core/paths.ts'
import type { Kind } from '../../core/rights.ts'
import { allowsAll, officesOf } from '../../core/rights.ts'
import type { Feature, User } from '../../core/types.ts'
import {
  type MenuHeading,
  type MenuLabel,
  type MenuLine,
  type MenuSection,
  menuHeadings,
  menuSections,
} from '../../kit/door.ts'
import type { MenuIcon } from '../../kit/theme/menuIcons.tsx'
import { areasOf } from '../areas.ts'
import { doors } from '../doors.ts'

/** Side menu by kind of user. Registration appears only where it is open, features where the organisation has them. */
export function menuOf(
  kind: Kind,
  { registration, features, user = null, organisation_id = null }: Available,
): MenuItem[] {
  const offices = officesOf(user, organisation_id)
  const managesUnder = (heading: MenuHeading | null) => offices.some((office) => office === heading)
  const items = lines
    .filter(({ section, only }) => sections[kind].includes(section) && isFor(kind, only))
    .filter(({ section, heading }) => kind !== 'officer' || !managed.includes(section) || managesUnder(heading))
    .filter(({ registers }) => !registers || registration === 'open')
    .filter(({ feature }) => !feature || features.includes(feature))
    .filter(({ page }) => allowsAll(user, organisation_id, page === 'home' ? [] : areasOf(page)))
    .map((line) => itemOf(line, kind))
  return kind === 'guest' || features.includes('tracking') ? items : startingAt(items, startPage(features))
}

/** The same by heading; what has none comes first. */
export function menuGroupsOf(kind: Kind, available: Available): MenuGroup[] {
  const items = menuOf(kind, available)
  return headings
    .map((heading) => ({ heading, items: items.filter((item) => item.heading === heading) }))
    .filter((group) => group.items.length > 0)
}

/** Target of the settings button and menu item. */
export function settingsOf(kind: Kind): string {
  return readerOf(kind) === 'administrator' ? paths.adminSettings() : paths.settings()
}

/** Whether a line that only some have is for a kind of user. */
export function isFor(kind: Kind, only: MenuLine['only']): boolean {
  return !only || only === readerOf(kind)
}

const headings = [null, ...menuHeadings]

/** The lines of all doors: heading by heading, and section by section. */
const lines = headings.flatMap((heading) => menuSections.flatMap((section) => linesOf(heading, section)))

function linesOf(heading: MenuHeading | null, section: MenuSection): HeadedLine[] {
  return doors
    .flatMap(({ feature = null, heading = 'administration', menu = [] }) =>
      menu.map((line): HeadedLine => ({ feature, heading: line.section === 'guest' ? null : heading, ...line })),
    )
    .filter((line) => line.section === section && line.heading === heading)
}

const user: MenuSection[] = ['top', 'own', 'product', 'end']
const managed: MenuSection[] = ['administration', 'setup']
const administrator: MenuSection[] = [...user, ...managed]
const sections: Record<Kind, MenuSection[]> = {
  guest: ['guest'],
  // What they see on these pages, the server decides: Staff every tracker, Users and Customers their own.
  customer: user,
  staff: user,
  user,
  // Of what is managed, their products only.
  officer: administrator,
  administrator,
  platform_administrator: [...administrator, 'platform'],
}

function readerOf(kind: Kind): 'user' | 'administrator' {
  return kind === 'administrator' || kind === 'platform_administrator' ? 'administrator' : 'user'
}

function itemOf({ page, label, mine, ...line }: HeadedLine, kind: Kind): MenuItem {
  const path = paths[page as 'home']()
  return { ...line, path, label: readerOf(kind) === 'administrator' ? (mine ?? label) : label }
}

/** Home leads to the organisation's first page, which is in the menu once. */
function startingAt(items: MenuItem[], start: string): MenuItem[] {
  return items
    .filter(({ path }) => path !== start)
    .map((item) => (item.path === paths.home() ? { ...item, path: start } : item))
}

type HeadedLine = MenuLine & { heading: MenuHeading | null }
export type MenuItem = Pick<MenuLine, 'section' | 'feature'> & {
  label: MenuLabel
  path: string
  icon: MenuIcon
  heading: MenuHeading | null
}
export type MenuGroup = { heading: MenuHeading | null; items: MenuItem[] }

type Available = {
  registration: 'open' | 'closed'
  features: readonly Feature[]
  /** Whose role may close some. */
  user?: User | null
  organisation_id?: number | null
}
