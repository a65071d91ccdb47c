import type { Rolldown } from 'vite'

/**
 * Few and large files: on a slow network a request costs as much as thirty kilobytes. What belongs to no group goes
 * with its page. In the order in which they take their modules.
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  // What the sign-in page needs.
  { name: 'first', tags: ['$initial'], priority: 5 },
  // What both of the following show: sentences with links, moments, facts.
  {
    name: 'shown',
    test: /\/node_modules\/(react-i18next|html-parse-stringify|fast-deep-equal|klona)\/|\/web\/(kit\/(format\/(format|useTimes)|page\/Section|ui\/Facts|record\/Loaded|forms\/labels)|site\/(keys|content\/currentPage)|people\/keys)\.|\/components\/(Divider|Skeleton)\/|\/styles\/(Divider|Skeleton|Notification)\.|\/get-env\.|\/components\/Textarea\//,
    priority: 4.5,
  },
  // The pages that need no account, so that they do without the kit.
  { name: 'open', test: /\/web\/(site\/pages|people\/accounts)\//, priority: 4 },
  // What people see first after signing in.
  { name: 'signed-in', test: (id) => signedIn.test(id), priority: 3 },
  // Loaded when the first page is drawn, and without the kit.
  { name: 'toasts', test: /\/web\/kit\/ui\/Toasts\./, priority: 2.8 },
  // The towns are loaded for the map, or for the names of places in lists, whichever comes first. After what has their
  // distances, so that nothing else waits for the towns.
  {
    name: 'places',
    test: /\/messages\/geography\/(towns|place)\.|\/tracking\/kit\/(towns|geography)\./,
    priority: 2.7,
  },
  // The page of the map without the map itself, and what others share with maps: a map does without the kit.
  { name: 'fleet', test: (id) => mapPage.test(id) || sharedWithMaps.test(id), priority: 2.6 },
  // Charts weigh as much as the rest that pages share, and few have any.
  {
    name: 'charts',
    test: /\/node_modules\/(recharts|@mantine\/charts|@reduxjs|react-redux|immer|es-toolkit|decimal\.js-light|d3-[a-z-]+|victory-vendor|internmap)\//,
    priority: 3,
  },
  // What pages share: lists, forms, pickers. MapLibre weighs more than all of it; texts are loaded by language.
  {
    name: (id, context) => (isOfMap(id, context) || /\/locales\/|virtual:/.test(id) ? null : 'kit'),
    debugName: 'kit',
    minShareCount: 2,
    priority: 2,
  },
  // The live map, and what other maps share with it.
  { name: 'map', test: /\/tracking\/(live\/FleetMap|map\/HomeMap)\.tsx$/, priority: 1 },
]

const signedIn =
  /\/web\/(app\/(HomeOrStart|frame\/signedIn)|files\/tray\/Tray|tracking\/(home\/HomePage|boundaries\/preview)|locales\/en\/tracking)|\/geography\/distance\./
const mapPage = /\/web\/app\/MapOrReplay\./
const sharedWithMaps =
  /\/components\/(FloatingIndicator|Radio|SegmentedControl)\/|\/maplibre-gl\.css|\/tracking\/(map|live)\/.*\.css|\/tracking\/drills\/(useRunningDrills|Drills\.module)\.|\/tracking\/loans\/(useBorrowed|Loans\.module)\.|\/icons\/Icon(Location|Map|Minus|Plus|Stack2)\./
const ofMaps = /\/tracking\/(map|live)\/|\/world-atlas\//

function isOfMap(id: string, context: Rolldown.ChunkingContext): boolean {
  return ofMaps.test(id) || reachesMap(id, context)
}

/** Whether a module is MapLibre, or imports it at once or through others. */
function reachesMap(id: string, context: Rolldown.ChunkingContext): boolean {
  const before = reaching.get(id)
  if (before !== undefined) return before
  reaching.set(id, false) // for modules that import each other
  const reaches =
    /\/node_modules\/(maplibre-gl|react-map-gl|@vis\.gl)\//.test(id) ||
    (context.getModuleInfo(id)?.importedIds ?? []).some((imported) => reachesMap(imported, context))
  reaching.set(id, reaches)
  return reaches
}
const reaching = new Map<string, boolean>()
