import type { ComponentType } from 'react'
import type { Name, Row } from '#api/client.ts'
import type { Area } from '#db/tables/people/role.ts'
import type { Language } from '#messages/languages.ts'
import type { TextDomain } from '../core/i18n.ts'
import type { AnyPath, PageName } from '../core/paths.ts'
import type { Feature } from '../core/types.ts'
import type { common } from '../locales/en/common.ts'
import type { MenuIcon } from './theme/menuIcons.tsx'

/**
 * What a domain adds to the client. `web/app/doors.ts` lists the doors; the order of menus and start pages follows it. A
 * door is loaded at the start, so it imports no page: those are loaded on their first visit.
 */
export type Door = {
  name: TextDomain
  /** What an organisation must have for the pages and menu lines, unless they say otherwise. */
  feature?: Feature
  pages: { [A in Audience]?: Record<string, Page> }
  /**
   * The area of roles that all pages belong to, or names of pages by their area: a role must allow to read it. A page
   * may stand in several: in that first which it is about.
   */
  area?: Area
  areas?: { [A in Area]?: readonly string[] }
  menu?: MenuLine[]
  /** The heading of its menu lines; the organisation's unless it has one. */
  heading?: MenuHeading
  /** What the palette offers besides the menu lines. */
  creates?: CreateLine[]
  /** Rows that the palette finds; loaded with it. */
  finds?: () => Promise<Finder[]>
  /** The first page of an organisation whose product this is. */
  start?: PageName
  /** Query parameters of any page that have the id of a row. */
  parameters?: Record<string, OfOrganisation>
}

/** Who may see a page. Members are those who are signed in; managers administrators, and officers of the product. */
export type Audience = 'open' | 'member' | 'manager' | 'administrator' | 'platform_administrator'

export type Page = {
  path: AnyPath
  /** Domains whose texts it shows; by default those of the door. */
  texts?: readonly TextDomain[]
  /** null: it needs none. Without its feature a page says that it is switched off. */
  feature?: Feature | null
  /** Whose row `?id=7` is: links to it open the row's organisation. */
  resource?: OfOrganisation
  /** Other query parameters that have the id of a row. */
  parameters?: Record<string, OfOrganisation>
  load: () => Promise<ComponentType>
}

export type MenuLine = {
  page: PageName
  label: MenuLabel
  /** The label for administrators, who see what belongs to others, too. */
  mine?: MenuLabel
  icon: MenuIcon
  section: MenuSection
  /** Of a section that both have: who sees the line. */
  only?: 'user' | 'administrator'
  feature?: Feature | null
  /** Where it is not its door's; null for lines above all headings. */
  heading?: MenuHeading | null
  /** Only where people may register themselves. */
  registers?: true
}

/** A page that creates something. */
export type CreateLine = Pick<MenuLine, 'page' | 'icon' | 'only'> & { label: keyof typeof common.palette.create }

/** Searches rows of the organisation, whose pages the palette opens. */
export type Finder = Pick<MenuLine, 'icon' | 'only'> & {
  label: MenuLabel
  find: (organisation_id: number, search: string) => Promise<{ id: number; label: string; path: string }[]>
}

/** Rows that a finder asks for. */
export const found = 5

/** The groups of a menu, in their order. */
export const menuHeadings = ['tracking', 'cpd', 'billing', 'administration', 'platform'] as const
export type MenuHeading = (typeof menuHeadings)[number]

/** Who sees a line, and the order of lines under a heading. */
export const menuSections = [
  // Of people who are not signed in.
  'guest',
  // Of people who are.
  'top',
  // Of administrators.
  'administration',
  // Of people who are signed in.
  'own',
  'product',
  // Of administrators.
  'setup',
  // Of platform administrators.
  'platform',
  // Of people who are signed in.
  'end',
] as const
export type MenuSection = (typeof menuSections)[number]
/** A text of the frame, or the words themselves: those of the domain are not loaded yet. */
export type MenuLabel = keyof typeof common.menu | ({ en: string } & Partial<Record<Language, string>>)

/** Resources whose rows belong to an organisation. */
export type OfOrganisation = { [N in Name]: Row<N> extends { organisation_id: number | null } ? N : never }[Name]
