import { timeOn } from './events.ts'

const noon = 43_200e6

/** Requests whose answers must not depend on where events are. IDs are replaced by those of trackers and organisations. */
export function requestsOf({ ute, boat, theirs, organisation, other_organisation, ids }: Subjects): string[] {
  const at = (days_ago: number, microseconds = 0) => encodeURIComponent(timeOn(days_ago, microseconds))
  const list = (query: string) => `trackerevents?${query}`
  return [
    // Orders, over the border of the tiers.
    ...['', 'sort=received', 'sort=-received', 'sort=id', 'sort=-id', 'sort=fix_at', 'sort=-fix_at'].flatMap((sort) => [
      list(`${sort}&limit=20`),
      list(`${sort}&limit=1000`),
      list(`${sort}&limit=17&offset=70`),
    ]),
    // Spans: within a closed day, over several, at exact borders, within hot days, empty.
    list(`from=${at(5)}&to=${at(4)}&limit=1000`),
    list(`from=${at(5, noon)}&to=${at(4, noon)}&sort=fix_at&limit=1000`),
    list(`from=${at(6)}&limit=1000&sort=-fix_at`),
    list(`to=${at(3)}&limit=50`),
    list(`from=${at(1)}&limit=1000`),
    list(`from=${at(3, noon)}&to=${at(0, noon)}&sort=fix_at&limit=1000`),
    list(`from=${at(30)}&to=${at(20)}`),
    list(`from=${at(4)}&to=${at(5)}`),
    list(`from=${at(5, 86_400e6 - 1)}&to=${at(4, 1)}&limit=1000`),
    // One tracker: its page, its day, what replay requests.
    ...[ute, boat, theirs, 999_999].flatMap((id) => [
      list(`tracker_id=${id}&limit=1000`),
      list(`tracker_id=${id}&from=${at(4)}&to=${at(3)}&sort=fix_at&limit=1000`),
      list(`tracker_id=${id}&to=${at(2)}&sort=-fix_at&limit=1`),
    ]),
    list(`tracker_id=${ute}&sort=received&limit=30&offset=10`),
    // Filters.
    ...[
      'outside_boundary=true',
      'outside_boundary=false',
      'repeated=true',
      'late=true',
      'event=online',
      'event=none',
    ].map((filter) => list(`${filter}&limit=40`)),
    list(`event=sos&outside_boundary=true&sort=fix_at&limit=1000`),
    list(`organisation_id=${organisation}&limit=30`),
    list(`organisation_id=${other_organisation}&limit=30`),
    list(`organisation_id=999999`),
    ...['search=ON', 'search=ignition_', 'search=%25', `search=${encodeURIComponent('Ärger')}`, 'search=zzz'].map(
      (search) => list(`${search}&limit=60`),
    ),
    // Files.
    list('format=csv'),
    list(`format=csv&sort=fix_at&from=${at(5, noon)}&to=${at(1, noon)}`),
    list(`format=csv&tracker_id=${ute}&sort=-fix_at&limit=33&offset=7`),
    list('format=gpx'),
    list(`format=geojson&from=${at(5)}&to=${at(2)}`),
    list(`format=kml&tracker_id=${boat}`),
    // One by its id.
    ...ids.map((id) => `trackerevent?id=${id}`),
    'trackerevent?id=999999999',
    // Wrong requests.
    list('after=wrong'),
    list('sort=fix_at&after=WyJmaXhfYXQiLCJub3QgYSB0aW1lIiwxXQ'),
    list('offset=5000&limit=5'),
  ]
}

type Subjects = {
  /** Trackers. */
  ute: number
  boat: number
  theirs: number
  organisation: number
  other_organisation: number
  /** Of events. */
  ids: number[]
}
