import { startPage } from '../../core/nextPath.ts'
import { paths } from '../../core/paths.ts'
import type { Kind } from '../../core/rights.ts'
import type { Feature } from '../../core/types.ts'
import { type MenuLabel, type MenuLine, type MenuSection, menuSections } from '../../kit/door.ts'
import type { MenuIcon } from '../../kit/theme/menuIcons.tsx'
import { doors } from '../doors.ts'

/** Side menu by kind of user. Registration appears only where it is open, features where the organisation has them. */
export function menuOf(kind: Kind, { registration, features }: Available): MenuItem[] {
  const items = lines
    .filter(({ section, only }) => sections[kind].includes(section) && (!only || only === readerOf(kind)))
    .filter(({ registers }) => !registers || registration === 'open')
    .filter(({ feature }) => !feature || features.includes(feature))
    .map((line) => itemOf(line, kind))
  return kind === 'guest' || features.includes('tracking') ? items : withoutTracking(items, startPage(features))
}

/** Target of the settings button and menu item. */
export function settingsOf(kind: Kind): string {
  return readerOf(kind) === 'administrator' ? paths.adminSettings() : paths.settings()
}

/** The lines of all doors, section by section. */
const lines = menuSections.flatMap((section) =>
  doors
    .flatMap(({ feature = null, menu = [] }) => menu.map((line): MenuLine => ({ feature, ...line })))
    .filter((line) => line.section === section),
)

const user: MenuSection[] = ['top', 'own', 'product', 'end']
const administrator: MenuSection[] = ['top', 'own', 'product', 'administration', 'setup']
const sections: Record<Kind, MenuSection[]> = {
  guest: ['guest'],
  // What they see on these pages, the server decides: Staff every tracker, Users and Customers their own.
  customer: user,
  staff: user,
  user,
  administrator,
  platform_administrator: [...administrator, 'platform'],
}

function readerOf(kind: Kind): 'user' | 'administrator' {
  return kind === 'administrator' || kind === 'platform_administrator' ? 'administrator' : 'user'
}

function itemOf({ page, label, mine, ...line }: MenuLine, kind: Kind): MenuItem {
  const path = paths[page as 'home']()
  return { ...line, path, label: readerOf(kind) === 'administrator' ? (mine ?? label) : label }
}

/** Home leads to the organisation's first page, which is in the menu once, and its product comes before the settings. */
function withoutTracking(items: MenuItem[], start: string): MenuItem[] {
  const [home, ...others] = items
    .filter(({ path }) => path !== start)
    .map((item) => (item.path === paths.home() ? { ...item, path: start } : item))
  const product = others.filter(({ section }) => section === 'product')
  const [next, ...rest] = others.filter(({ section }) => section !== 'product')
  return [home!, ...product, { ...next!, ...(product.length > 0 && { apart: true as const }) }, ...rest]
}

type MenuItem = Pick<MenuLine, 'section' | 'apart' | 'feature'> & { label: MenuLabel; path: string; icon: MenuIcon }

type Available = { registration: 'open' | 'closed'; features: readonly Feature[] }
