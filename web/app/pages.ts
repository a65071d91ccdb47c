import type { Area } from '#db/tables/people/role.ts'
import { beginWith } from '../core/nextPath.ts'
import { addPaths, type PathsOf, path } from '../core/paths.ts'
import type { Audience, Door, Page } from '../kit/door.ts'
import { areasOf } from './areas.ts'
import { doors } from './doors.ts'

/** Pages that are made of several domains. */
const joined = {
  open: {
    map: {
      path: path<{ tracker?: number }>('/app/map'),
      texts: ['tracking'],
      feature: 'tracking',
      load: async () => {
        // Half of the page's bytes: begins now, and not once the session is restored.
        import('../tracking/live/FleetMap.tsx').catch(() => {})
        return (await import('./MapOrReplay.tsx')).MapOrReplay
      },
    },
    settings: {
      path: path<{ tab?: string; tracker?: number }>('/app/settings'),
      texts: ['tracking', 'people', 'messaging'],
      load: async () => (await import('./MySettingsPage.tsx')).MySettingsPage,
    },
    pricing: {
      path: path<{ organisation?: number }>('/app/pricing'),
      texts: ['site', 'billing'],
      load: async () => (await import('./PricingPage.tsx')).PricingPage,
    },
  },
  member: {
    home: {
      path: path('/app/home'),
      texts: ['tracking'],
      load: async () => (await import('./HomeOrStart.tsx')).HomeOrStart,
    },
    admin: {
      path: path('/app/admin'),
      texts: ['tracking', 'site'],
      load: async () => (await import('./AdminOrHome.tsx')).AdminOrHome,
    },
  },
} as const

/** A part of the first file that is loaded. */
const start = { only: { signIn: { path: path<{ next?: string }>('/app/signin') } } }

/** All pages by who may see them and by their addresses. Each is loaded on first visit, with the texts of its domains. */
export const pages: Record<Audience, Pages> = {
  open: pagesFor('open'),
  member: pagesFor('member'),
  manager: pagesFor('manager'),
  administrator: pagesFor('administrator'),
  platform_administrator: pagesFor('platform_administrator'),
}

for (const each of [joined, start, ...doors.map((door) => door.pages)]) Object.values(each).forEach(addPaths)
beginWith(doors)

function pagesFor(audience: Audience): Pages {
  const whole: Pick<Door, 'name' | 'feature' | 'pages'>[] = [...doors, { name: 'site', pages: joined }]
  const listed = whole.flatMap(({ name, feature = null, pages }) =>
    Object.entries(pages[audience] ?? {}).map(
      ([page, declared]) =>
        [
          declared.path.pattern,
          { texts: [name], feature, ...declared, areas: areasOf(page), home: page === 'home' },
        ] as const,
    ),
  )
  return Object.fromEntries(listed)
}

export type Pages = Record<
  string,
  Page & Required<Pick<Page, 'texts' | 'feature'>> & { areas: readonly Area[]; home: boolean }
>

declare module '../core/paths.ts' {
  interface Paths extends PathsOf<typeof joined>, PathsOf<typeof start> {}
}
